/** Says for one skill what would make its file and the gateway equal, without doing it. */
import { fingerprint, type LockedSkill } from './sync-lock.ts';
import type { LocalSkill } from './synced-folder.ts';

/** A skill as the gateway has it. A deprecated one counts as deleted: agents no longer get it. */
export interface RemoteSkill {
  id: string;
  version: number;
  isDeprecated: boolean;
}

/** Both sides of a skill, and what it was when they were equal. */
export interface Sides {
  local: LocalSkill | null;
  remote: RemoteSkill | null;
  base: LockedSkill | null;
}

/** Which side a person has chosen for a skill, against what the other one says. */
export type Choice = 'file' | 'gateway';

/** `to gateway` and `to file` say where the newer text goes; `gone` that neither side has the skill any more. */
export type Difference =
  | 'equal'
  | 'to gateway'
  | 'to file'
  | 'conflict'
  | 'file deleted'
  | 'gateway deleted'
  | 'delete file'
  | 'gone';

/** Where both have changed, or nobody knows what was before, it is a conflict, whether or not the texts are the same by now. */
export function compare(sides: Sides, choice: Choice | null): Difference {
  const found = findDifference(sides);
  if (choice === null || found === 'equal' || found === 'gone') return found;
  if (found === 'gateway deleted') return choice === 'file' ? 'to gateway' : 'delete file';
  // The gateway deletes no skill for a client.
  if (found === 'file deleted') return choice === 'file' ? found : 'to file';
  const hasBoth = sides.local !== null && sides.remote !== null;
  return hasBoth ? (choice === 'file' ? 'to gateway' : 'to file') : found;
}

function findDifference({ local, remote, base }: Sides): Difference {
  const isServed = remote !== null && !remote.isDeprecated;
  if (local === null && !isServed) return 'gone';
  if (local === null) return base === null ? 'to file' : 'file deleted';
  if (!isServed) return remote === null && base === null ? 'to gateway' : 'gateway deleted';
  const isEdited = base?.file !== fingerprint(local.text);
  const hasMovedOn = base?.skill_id !== remote.id || base.version !== remote.version;
  if (isEdited && hasMovedOn) return 'conflict';
  if (isEdited) return 'to gateway';
  return hasMovedOn ? 'to file' : 'equal';
}
