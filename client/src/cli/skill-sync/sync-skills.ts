/** `whetstone skills sync`: keeps a folder of SKILL.md files and the gateway equal, in both directions. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { toWhetstoneError, WhetstoneError } from '../../errors.ts';
import { isReadByTools } from '../coding-agents/synced-skills.ts';
import { action, type CommandContext, PATIENT } from '../command-context.ts';
import { describeProblem, isOfFile } from '../import-skills.ts';
import { clipped, EXIT, lineDiff, table } from '../output.ts';
import { fingerprint, LOCK_FILE, type LockedSkill, lockText, parseLock, type SyncLock } from './sync-lock.ts';
import type { LocalSkill } from './synced-folder.ts';
import { readFolder, replaceFile } from './synced-folder.ts';

interface Options {
  check?: boolean;
  takeFile?: string[];
  takeGateway?: string[];
}

type Status = Difference | 'pending' | 'rejected' | 'refused' | 'applied' | 'written' | 'deleted' | 'failed';

interface SyncedSkill {
  name: string;
  file: string;
  status: Status;
  changeset_id: string | null;
  reason: string;
  /** Of a conflict: what the file has (`+`) in place of the gateway's lines (`-`). */
  diff: string[];
}

type Result = Pick<SyncedSkill, 'status'> & Partial<Pick<SyncedSkill, 'changeset_id' | 'reason' | 'diff'>>;

/** The two sides stay different until a person decides. */
const UNSETTLED: ReadonlySet<Status> = new Set([
  'conflict',
  'file deleted',
  'gateway deleted',
  'rejected',
  'refused',
  'failed',
]);

const ADVICE: Partial<Record<Status, string>> = {
  conflict: 'both changed: --take-file or --take-gateway',
  'file deleted': 'restore it with --take-gateway, or deprecate the skill in the dashboard',
  'gateway deleted': 'delete the file with --take-gateway, or send it with --take-file',
  rejected: 'was rejected; edit the file, or --take-file',
};

const ALWAYS_READ =
  'Coding tools read this folder in every session, also in those that the holdout keeps without skills. Runs to which these skills apply are left out of the measured lift.';

export function syncCommand(): Command {
  return new Command('sync')
    .description('keep a folder of SKILL.md files and the skills of the agent equal, in both directions')
    .argument('<folder>')
    .option('--check', `write nothing; exit code ${EXIT.differs} where the two differ`)
    .option('--take-file <skills...>', 'for these skills the file goes to the gateway, even in a conflict')
    .option('--take-gateway <skills...>', 'for these skills the gateway goes to the file, even in a conflict')
    .action(
      action<Options>(async (context, options, folder) => {
        await sync(context, options, folder ?? '');
      }),
    );
}

async function sync(context: CommandContext, options: Options, folder: string): Promise<void> {
  const isDry = options.check === true;
  const lock = await readLock(folder, context.settings.agentId);
  const { files, refused } = await readFolder(folder);
  const remotes = await listRemoteSkills(context);
  const synced: SyncedSkill[] = refused.map((skill) => ({
    ...{ ...skill, status: 'refused', changeset_id: null },
    diff: [],
  }));
  const names = new Set([...files.keys(), ...remotes.keys(), ...lock.skills.keys()]);
  const choices = readChoices(options, new Set([...names, ...refused.map(({ name }) => name)]));
  const folderSync = new FolderSync(context, { folder, lock, isDry });
  try {
    for (const name of names) {
      if (refused.some((skill) => skill.name === name)) continue;
      const sides = {
        local: files.get(name) ?? null,
        remote: remotes.get(name) ?? null,
        base: lock.skills.get(name) ?? null,
      };
      const done = await folderSync.syncSkill(name, sides, choices.get(name) ?? null);
      if (done.status !== 'gone') synced.push(describeSkill(name, sides.local, done));
    }
  } finally {
    if (!isDry) await writeLock(folder, lock);
  }
  report(context, { folder, isDry, synced: synced.sort((a, b) => (a.name < b.name ? -1 : 1)) });
  if (isDry && synced.some(({ status }) => status !== 'equal')) context.exitWith(EXIT.differs);
  else if (!isDry && synced.some(({ status }) => UNSETTLED.has(status))) context.exitWith(EXIT.failed);
}

function readChoices(
  { takeFile = [], takeGateway = [] }: Options,
  names: ReadonlySet<string>,
): Map<string, Choice> {
  const both = takeFile.find((name) => takeGateway.includes(name));
  if (both !== undefined)
    throw new WhetstoneError('invalid', `${both}: take the file or the gateway, not both`);
  const unknown = [...takeFile, ...takeGateway].find((name) => !names.has(name));
  if (unknown !== undefined) throw new WhetstoneError('invalid', `${unknown}: no such skill on either side`);
  return new Map<string, Choice>([
    ...takeFile.map((name) => [name, 'file'] as const),
    ...takeGateway.map((name) => [name, 'gateway'] as const),
  ]);
}

async function listRemoteSkills({
  call,
  settings: { agentId },
}: CommandContext): Promise<Map<string, RemoteSkill>> {
  const skills = await call('listSkills', { query: { agent_id: agentId } });
  return new Map(
    skills
      .filter(({ agent_id }) => agent_id === agentId)
      .map(({ id, name, version, status }) => [name, { id, version, isDeprecated: status === 'deprecated' }]),
  );
}

async function readLock(folder: string, agent: string): Promise<SyncLock> {
  const content = await readFile(join(folder, LOCK_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new WhetstoneError('invalid', `${LOCK_FILE}: ${error.message}`, { cause: error });
  });
  if (content === null) return { agent, skills: new Map(), proposals: new Map() };
  const lock = parseLock(content);
  if (lock.agent === agent) return lock;
  throw new WhetstoneError(
    'invalid',
    `the folder is kept equal with the agent ${lock.agent}, not ${agent}: use --agent ${lock.agent}, or remove ${LOCK_FILE}`,
  );
}

async function writeLock(folder: string, lock: SyncLock): Promise<void> {
  const file = join(folder, LOCK_FILE);
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === null && lock.skills.size + lock.proposals.size === 0) return;
  if (before === lockText(lock)) return;
  await mkdir(folder, { recursive: true });
  await writeFile(file, lockText(lock));
}

class FolderSync {
  readonly #context: CommandContext;
  readonly #folder: string;
  readonly #lock: SyncLock;
  readonly #isDry: boolean;

  constructor(
    context: CommandContext,
    { folder, lock, isDry }: { folder: string; lock: SyncLock; isDry: boolean },
  ) {
    this.#context = context;
    this.#folder = folder;
    this.#lock = lock;
    this.#isDry = isDry;
  }

  async syncSkill(name: string, sides: Sides, choice: Choice | null): Promise<Result> {
    const held = choice === null ? await this.#readProposal(name, sides) : null;
    if (held !== null && 'status' in held) return held;
    const found = compare(held ?? sides, choice);
    if (found === 'conflict') return await this.#describeConflict(name, sides);
    if (this.#isDry) return { status: found };
    if (found === 'to gateway') return await this.#sendFile(name, sides);
    if (found === 'to file') return await this.#writeFile(name, sides);
    if (found === 'delete file') return await this.#deleteFile(name, sides);
    if (found === 'equal') this.#remember(name, sides.local, sides.remote);
    if (found === 'gone') this.#lock.skills.delete(name);
    return { status: found };
  }

  /** What became of the file's text where it was sent before and held: what it waits for, or the sides after its approval. */
  async #readProposal(name: string, sides: Sides): Promise<Result | Sides | null> {
    const { local, remote } = sides;
    const proposal = this.#lock.proposals.get(name);
    if (proposal === undefined || local === null || proposal.file !== fingerprint(local.text)) return null;
    const path = { cs_id: proposal.changeset_id };
    const { id, status, applied_versions } = await this.#context.call('getChangeset', { path }, PATIENT);
    const version = remote === null ? undefined : applied_versions?.[remote.id];
    if (remote !== null && version !== undefined)
      return { local, remote, base: { skill_id: remote.id, version, file: proposal.file } };
    const isOver = status === 'rejected' || status === 'failed' || status === 'applied';
    return { status: isOver ? 'rejected' : 'pending', changeset_id: id };
  }

  async #describeConflict(name: string, { local, remote }: Sides): Promise<Result> {
    if (local === null || remote === null) return { status: 'conflict' };
    const text = await this.#exportSkill(remote.id);
    if (text !== local.text) return { status: 'conflict', diff: lineDiff(text, local.text) };
    this.#remember(name, local, remote);
    return { status: 'equal' };
  }

  async #exportSkill(ref: string): Promise<string> {
    return await this.#context.call('exportSkill', { path: { ref }, query: {} }, PATIENT);
  }

  #remember(
    name: string,
    local: LocalSkill | null,
    remote: Pick<RemoteSkill, 'id' | 'version'> | null,
  ): void {
    if (local === null || remote === null) return;
    const { id: skill_id, version } = remote;
    this.#lock.skills.set(name, { skill_id, version, file: fingerprint(local.text) });
    this.#lock.proposals.delete(name);
  }

  async #sendFile(name: string, { local, remote }: Sides): Promise<Result> {
    if (local === null) return { status: 'failed' };
    try {
      if (remote !== null && (await this.#readVersion(remote.id)) !== remote.version)
        return { status: 'failed', reason: 'the gateway has changed it meanwhile: sync again' };
      return await this.#importFile(name, local);
    } catch (thrown) {
      const error = toWhetstoneError(thrown);
      if (!isOfFile(error)) throw error;
      return { status: (error.status ?? 0) < 500 ? 'refused' : 'failed', reason: describeProblem(error) };
    }
  }

  async #readVersion(ref: string): Promise<number> {
    return (await this.#context.call('getSkill', { path: { ref }, query: {} }, PATIENT)).version;
  }

  async #importFile(name: string, local: LocalSkill): Promise<Result> {
    const { call, settings } = this.#context;
    const rationale = `From ${local.path.slice(0, 900)}`;
    const body = { agent_id: settings.agentId, markdown: local.text, rationale };
    const written = await call('importSkill', { body }, PATIENT);
    const { skill_id: id, version, changeset_id } = written;
    if (written.status === 'applied' && id !== null && version !== null) {
      this.#remember(name, local, { id, version });
      return { status: changeset_id === null ? 'equal' : 'applied', changeset_id };
    }
    if (changeset_id !== null)
      this.#lock.proposals.set(name, { changeset_id, file: fingerprint(local.text) });
    return { status: 'pending', changeset_id, reason: written.reason ?? '' };
  }

  async #writeFile(name: string, { local, remote }: Sides): Promise<Result> {
    if (remote === null) return { status: 'failed' };
    const path = pathOf(name, local);
    const text = await this.#exportSkill(remote.id);
    const problem = await replaceFile(this.#folder, path, { before: local?.text ?? null, after: text });
    if (problem !== null) return { status: 'failed', reason: problem };
    this.#remember(name, { path, text }, remote);
    return { status: 'written' };
  }

  async #deleteFile(name: string, { local }: Sides): Promise<Result> {
    const change = { before: local?.text ?? null, after: null };
    const problem = await replaceFile(this.#folder, pathOf(name, local), change);
    if (problem !== null) return { status: 'failed', reason: problem };
    this.#lock.skills.delete(name);
    return { status: 'deleted' };
  }
}

const pathOf = (name: string, local: LocalSkill | null) => local?.path ?? `${name}/SKILL.md`;

function describeSkill(name: string, local: LocalSkill | null, done: Result): SyncedSkill {
  const { status, changeset_id = null, reason = ADVICE[status] ?? '', diff = [] } = done;
  return { name, file: pathOf(name, local), status, changeset_id, reason, diff };
}

function report(
  { out, settings }: CommandContext,
  { folder, isDry, synced }: { folder: string; isDry: boolean; synced: readonly SyncedSkill[] },
): void {
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of synced) counts[status] = (counts[status] ?? 0) + 1;
  const notes = synced.length > 0 && isReadByTools(folder) ? [ALWAYS_READ] : [];
  out.result({ agent: settings.agentId, written: !isDry, counts, skills: synced, notes }, () => {
    const rows = synced.map(({ status, name, file, changeset_id, reason }) => [
      ...[status, name, file, changeset_id ?? ''],
      clipped(reason, 90),
    ]);
    const conflicts = synced
      .filter(({ diff }) => diff.length > 0)
      .map(({ name, diff }) =>
        [`\n${name}: the gateway has -, the file has +`, ...diff.map((line) => `  ${line}`.trimEnd())].join(
          '\n',
        ),
      );
    const sum = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
    return [
      table(['status', 'skill', 'file', 'changeset', 'why'], rows),
      ...conflicts,
      '',
      `${synced.length} skills: ${sum.join(', ') || 'nothing to do'}${isDry ? '; nothing was written' : ''}`,
      ...notes,
    ].join('\n');
  });
}

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
