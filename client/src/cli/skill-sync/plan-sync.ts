/** What a sync is to do with each skill, worked out before anything is written. */
import { lstat } from 'node:fs/promises';
import { sep } from 'node:path';
import { WhetstoneError } from '../../errors.ts';
import type { CommandContext } from '../command-context.ts';
import { isSafeName, nameIn, skillFiles } from '../skill-files.ts';
import { type Choice, compare, type Difference, type LocalSkill, type Sides } from './compare.ts';
import { type EarlierProposal, earlierProposals, originsSince, readRemoteSkills } from './gateway-skills.ts';
import { fingerprint, type SyncLock } from './sync-lock.ts';

/** A difference, or why nothing is done about one: its changeset waits, it was rejected, its file cannot be synced. */
export type Step = Difference | 'pending' | 'rejected' | 'refused';

export interface PlannedSkill extends Sides {
  step: Step;
  changesetId: string | null;
  /** Why nothing is done; empty otherwise. */
  reason: string;
}

/** A file that stands for no skill of its own. */
interface UnusableFile {
  name: string;
  local: LocalSkill;
  reason: string;
}

/** Every skill of the folder and of the gateway's agent, in the order of their names. */
export async function planSync(
  context: CommandContext,
  { folder, lock, choices }: { folder: string; lock: SyncLock; choices: ReadonlyMap<string, Choice> },
): Promise<PlannedSkill[]> {
  const { usable, unusable } = await readLocalSkills(folder);
  const remote = await readRemoteSkills(context, lock);
  const taken = new Set(unusable.map(({ name }) => name));
  const names = [...new Set([...usable.keys(), ...remote.keys(), ...lock.skills.keys()])];
  for (const name of choices.keys())
    if (!names.includes(name)) throw new WhetstoneError('invalid', `${name}: no such skill on either side`);
  const earlier = once(() => earlierProposals(context));
  const planned: PlannedSkill[] = unusable.map((file) => ({
    ...{ ...file, remote: null, base: null },
    ...{ step: 'refused', changesetId: null },
  }));
  for (const name of names.filter((one) => !taken.has(one))) {
    const sides = {
      name,
      local: usable.get(name) ?? null,
      remote: remote.get(name) ?? null,
      base: lock.skills.get(name) ?? null,
    };
    planned.push(await plan(context, sides, { choice: choices.get(name) ?? null, earlier }));
  }
  return planned.filter(({ step, base }) => step !== 'gone' || base !== null).sort(byName);
}

const byName = (a: PlannedSkill, b: PlannedSkill) => (a.name < b.name ? -1 : 1);

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

interface LocalSkills {
  usable: Map<string, LocalSkill>;
  unusable: UnusableFile[];
}

async function readLocalSkills(folder: string): Promise<LocalSkills> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new WhetstoneError('invalid', `${folder}: there is no such folder`);
  const skills: LocalSkills = { usable: new Map(), unusable: [] };
  const shared = new Map<string, string>();
  for (const { path, text } of await skillFiles(folder, false)) {
    const local = { path: path.split(sep).join('/'), text: text ?? '' };
    const name = nameIn(text);
    const refuse = (reason: string) => skills.unusable.push({ name: name ?? local.path, local, reason });
    if (text === null) refuse('too large for a skill');
    else if (name === null || !isSafeName(name)) refuse('its front matter has no name for a skill');
    else if (skills.usable.has(name)) shared.set(name, local.path);
    else skills.usable.set(name, local);
  }
  for (const [name, path] of shared) {
    const local = skills.usable.get(name);
    skills.usable.delete(name);
    if (local !== undefined) skills.unusable.push({ name, local, reason: `${path} has the same name` });
  }
  return skills;
}

interface PlanOptions {
  choice: Choice | null;
  earlier: () => Promise<Map<string, EarlierProposal>>;
}

async function plan(context: CommandContext, sides: Sides, options: PlanOptions): Promise<PlannedSkill> {
  const step = compare(sides, options.choice);
  const planned = { ...sides, step, changesetId: null, reason: '' };
  if (sides.local === null || options.choice !== null) return planned;
  const print = fingerprint(sides.local.text);
  // The gateway has had this very text since, and has moved on from it: only the lock is behind.
  if (step === 'conflict' && sides.remote !== null) {
    const origins = await originsSince(context, sides.remote.id, sides.base?.version ?? 0);
    return {
      ...planned,
      step: origins.some(({ importedFrom }) => importedFrom === print) ? 'to file' : step,
    };
  }
  if (step !== 'to gateway') return planned;
  const proposal = (await options.earlier()).get(print);
  if (proposal === undefined) return planned;
  return proposal.status === 'waiting'
    ? { ...planned, step: 'pending', changesetId: proposal.id }
    : { ...planned, step: 'rejected', changesetId: proposal.id, reason: 'was rejected; edit the file' };
}
