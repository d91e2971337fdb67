/** What a sync is to do with each skill, worked out before anything is written. */
import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { WhetstoneError } from '../../errors.ts';
import type { CommandContext } from '../command-context.ts';
import { type Choice, compare, type Difference, type LocalSkill, type Sides } from './compare.ts';
import { type EarlierProposal, earlierProposals, originsSince, readRemoteSkills } from './gateway-skills.ts';
import { earlierTexts, type GitTree } from './git-tree.ts';
import { isSafeName, nameIn, skillFiles } from './skill-files.ts';
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

interface SyncInput {
  folder: string;
  lock: SyncLock;
  tree: GitTree | null;
  choices: ReadonlyMap<string, Choice>;
}

/** Every skill of the folder, which may not exist yet, and of the gateway's agent, in the order of their names. */
export async function planSync(
  context: CommandContext,
  { folder, lock, tree, choices }: SyncInput,
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
    planned.push(await plan(context, sides, { choice: choices.get(name) ?? null, tree, earlier }));
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
  const skills: LocalSkills = { usable: new Map(), unusable: [] };
  const found = await stat(folder).catch(() => null);
  if (found === null) return skills;
  if (!found.isDirectory()) throw new WhetstoneError('invalid', `${folder}: not a folder`);
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
  tree: GitTree | null;
  earlier: () => Promise<Map<string, EarlierProposal>>;
}

async function plan(context: CommandContext, sides: Sides, options: PlanOptions): Promise<PlannedSkill> {
  const found = compare(sides, options.choice);
  if (sides.local === null || options.choice !== null) return planned(sides, found);
  const step = found === 'conflict' ? await withoutLock(context, sides, options.tree) : found;
  if (step !== 'to gateway') return planned(sides, step);
  const proposal = (await options.earlier()).get(fingerprint(sides.local.text));
  if (proposal === undefined) return planned(sides, step);
  const why = proposal.status === 'waiting' ? '' : 'was rejected; edit the file, or --take-file';
  const isWaiting = proposal.status === 'waiting';
  return { ...planned(sides, isWaiting ? 'pending' : 'rejected', why), changesetId: proposal.id };
}

function planned(sides: Sides, step: Step, reason = ''): PlannedSkill {
  return { ...sides, step, changesetId: null, reason };
}

/**
 * What a conflict is where the lock may be behind. Where the gateway has had the file's text since, only it has moved on; where
 * its own text is from an earlier commit of the file, only the file has.
 */
async function withoutLock(
  context: CommandContext,
  { local, remote, base }: Sides,
  tree: GitTree | null,
): Promise<Difference> {
  if (local === null || remote === null) return 'conflict';
  const [latest, ...others] = await originsSince(context, remote.id, base?.version ?? 0);
  const print = fingerprint(local.text);
  if ([latest, ...others].some((origin) => origin?.importedFrom === print)) return 'to file';
  const from = latest?.importedFrom ?? null;
  const isEarlier =
    from !== null &&
    tree !== null &&
    earlierTexts(tree, local.path).some((text) => fingerprint(text) === from);
  return isEarlier ? 'to gateway' : 'conflict';
}
