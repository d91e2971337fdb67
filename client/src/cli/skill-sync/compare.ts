/** Says for one skill what would make its file and the gateway equal, without doing it. */
import { fingerprint, type LockedSkill } from './sync-lock.ts';

/** The file of a skill: its path below the folder, with `/`, and its text. */
export interface LocalSkill {
  path: string;
  text: string;
}

/** A skill as the gateway has it. A deprecated one counts as taken out: agents no longer get it. */
export interface RemoteSkill {
  id: string;
  version: number;
  text: string;
  isDeprecated: boolean;
}

/** Both sides of a skill, and what it was when they were equal. */
export interface Sides {
  name: string;
  local: LocalSkill | null;
  remote: RemoteSkill | null;
  base: LockedSkill | null;
}

/** Where the file of a skill is, or would be: below the folder. */
export const pathOf = ({ name, local }: Pick<Sides, 'name' | 'local'>) => local?.path ?? `${name}/SKILL.md`;

/** Which side a person has chosen for a skill, against what the other one says. */
export type Choice = 'file' | 'gateway';

export type Difference =
  | 'equal'
  /** The file goes to the gateway. */
  | 'to gateway'
  /** The gateway's text becomes the file. */
  | 'to file'
  /** Both have changed. */
  | 'conflict'
  /** The file is gone, the gateway still has the skill. */
  | 'file deleted'
  /** The gateway no longer serves the skill, the file is there. */
  | 'gateway deleted'
  /** A person chose to delete the file as well. */
  | 'delete file'
  /** Neither side has it. */
  | 'gone';

/** What differs between the two sides of a skill, and which one is to follow the other. */
export function compare(sides: Sides, choice: Choice | null): Difference {
  const found = difference(sides);
  if (choice === null || found === 'equal' || found === 'gone') return found;
  if (found === 'gateway deleted') return choice === 'file' ? 'to gateway' : 'delete file';
  // The gateway deletes no skill for a client: that a file is gone stays said.
  if (found === 'file deleted') return choice === 'file' ? found : 'to file';
  const hasBoth = sides.local !== null && sides.remote !== null;
  return hasBoth ? (choice === 'file' ? 'to gateway' : 'to file') : found;
}

function difference(sides: Sides): Difference {
  const { local, remote, base } = sides;
  const isServed = remote !== null && !remote.isDeprecated;
  if (local !== null && isServed) return differenceOfTexts(local, remote, base);
  if (local !== null) return remote === null && base === null ? 'to gateway' : 'gateway deleted';
  if (!isServed) return 'gone';
  return base === null ? 'to file' : 'file deleted';
}

function differenceOfTexts(local: LocalSkill, remote: RemoteSkill, base: LockedSkill | null): Difference {
  if (local.text === remote.text) return 'equal';
  if (base === null) return 'conflict';
  const isEdited = fingerprint(local.text) !== base.file;
  const hasMovedOn = remote.text !== base.text;
  if (isEdited && hasMovedOn) return 'conflict';
  if (isEdited) return 'to gateway';
  return hasMovedOn ? 'to file' : 'equal';
}
