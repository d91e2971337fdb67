/** Does what was planned for each skill, and remembers in the lock what is equal then. */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toWhetstoneError, WhetstoneError } from '../../errors.ts';
import { type CommandContext, PATIENT } from '../command-context.ts';
import { describeProblem, isOfFile } from '../import-skills.ts';
import { pathOf, type RemoteSkill } from './compare.ts';
import { type Origin, originsSince, textMark } from './gateway-skills.ts';
import { describeOrigin, type GitTree, type SyncBranch } from './git-tree.ts';
import type { PlannedSkill, Step } from './plan-sync.ts';
import {
  fingerprint,
  LOCK_FILE,
  type LockedSkill,
  lockText,
  parseLock,
  type SyncLock,
  withLocked,
} from './sync-lock.ts';

export type Outcome =
  | Exclude<Step, 'to gateway' | 'delete file' | 'gone'>
  | 'applied'
  | 'written'
  | 'committed'
  | 'on branch'
  | 'deleted'
  | 'forgotten'
  | 'failed';

export interface Done {
  outcome: Outcome;
  changesetId: string | null;
  /** The commit that holds the file. */
  commit: string | null;
  reason: string;
}

/** A file as it is to be; null where it is to go. */
interface FileText {
  path: string;
  text: string | null;
}

/** A folder in sync: where it is, and the git branch that takes its changes where it is in a git tree. */
export class SyncedFolder {
  readonly #context: CommandContext;
  readonly #folder: string;
  readonly #git: { tree: GitTree; branch: SyncBranch } | null;
  readonly #hasLockFile: boolean;
  #lock: SyncLock;

  constructor(
    context: CommandContext,
    {
      folder,
      lock,
      git,
    }: { folder: string; lock: SyncLock; git: { tree: GitTree; branch: SyncBranch } | null },
  ) {
    this.#context = context;
    this.#folder = folder;
    this.#lock = lock;
    this.#hasLockFile = existsSync(join(folder, LOCK_FILE));
    this.#git = git;
  }

  async carryOut(planned: PlannedSkill): Promise<Done> {
    const { step, changesetId, reason } = planned;
    const left = { changesetId, commit: null, reason };
    if (step === 'to gateway') return await this.#toGateway(planned);
    if (step === 'to file' || step === 'delete file') return await this.#toFile(planned);
    if (step === 'gone') this.#lock = withLocked(this.#lock, planned.name, null);
    if (step === 'gone') return { ...left, outcome: 'forgotten' };
    if (step === 'equal') this.#rememberEqual(planned);
    return { ...left, outcome: step };
  }

  #rememberEqual({ name, local, remote }: PlannedSkill): void {
    if (local === null || remote === null) return;
    this.#remember(name, local, remote);
  }

  #remember(name: string, local: { text: string }, remote: RemoteSkill): void {
    this.#lock = withLocked(this.#lock, name, entryOf(local.text, remote));
  }

  async #toGateway({ name, local, remote }: PlannedSkill): Promise<Done> {
    const nothing = { changesetId: null, commit: null, reason: '' };
    if (local === null) return { ...nothing, outcome: 'failed' };
    const { call, settings } = this.#context;
    const origin = this.#git === null ? local.path : describeOrigin(this.#git.tree, local.path);
    const rationale = `From ${origin.slice(0, 900)} ${textMark(fingerprint(local.text))}`;
    try {
      if (remote !== null && (await this.#versionOf(remote.id)) !== remote.version)
        return { ...nothing, outcome: 'failed', reason: 'the gateway has changed it meanwhile: sync again' };
      const body = { agent_id: settings.agentId, markdown: local.text, rationale };
      const written = await call('importSkill', { body }, PATIENT);
      const { skill_id: id, version, changeset_id: changesetId, status } = written;
      if (status !== 'applied' || id === null || version === null)
        return { ...nothing, outcome: 'pending', changesetId, reason: written.reason ?? '' };
      await this.#rememberApplied(name, local, { id, version });
      if (remote?.isDeprecated === true)
        return {
          ...nothing,
          outcome: 'gateway deleted',
          changesetId,
          reason: 'the gateway has its text, and keeps it deprecated',
        };
      return { ...nothing, outcome: changesetId === null ? 'equal' : 'applied', changesetId };
    } catch (thrown) {
      const error = toWhetstoneError(thrown);
      if (!isOfFile(error)) throw error;
      const outcome = (error.status ?? 0) < 500 ? 'refused' : 'failed';
      return { ...nothing, outcome, reason: describeProblem(error) };
    }
  }

  async #versionOf(ref: string): Promise<number> {
    const { version } = await this.#context.call('getSkill', { path: { ref }, query: {} }, PATIENT);
    return version;
  }

  /** Only where the gateway has not moved on meanwhile: the lock must not hide a version that no file has seen. */
  async #rememberApplied(
    name: string,
    local: { path: string; text: string },
    { id, version }: { id: string; version: number },
  ): Promise<void> {
    const { call } = this.#context;
    const text = await call('exportSkill', { path: { ref: id }, query: {} }, PATIENT);
    if ((await this.#versionOf(id)) === version)
      this.#remember(name, local, { id, version, text, isDeprecated: false });
  }

  async #toFile(planned: PlannedSkill): Promise<Done> {
    const { name, local, remote, step } = planned;
    const text = step === 'delete file' || remote === null ? null : remote.text;
    const file = { path: pathOf(planned), text };
    const entry = remote === null || text === null ? null : entryOf(text, remote);
    const nothing = { changesetId: null, commit: null, reason: '' };
    if (this.#git === null || this.#git.branch.isCurrent) {
      const problem = await this.#write(file, local?.text ?? null);
      if (problem !== null) return { ...nothing, outcome: 'failed', reason: problem };
      this.#lock = withLocked(this.#lock, name, entry);
    }
    if (this.#git !== null) return await this.#commit(planned, { file, entry, branch: this.#git.branch });
    return { ...nothing, outcome: text === null ? 'deleted' : 'written' };
  }

  async #commit(
    planned: PlannedSkill,
    { file, entry, branch }: { file: FileText; entry: LockedSkill | null; branch: SyncBranch },
  ): Promise<Done> {
    const { name, remote, base } = planned;
    if (branch.read(file.path) === file.text)
      return { outcome: 'on branch', changesetId: null, commit: null, reason: `merge ${branch.name}` };
    const lockBefore = branch.read(LOCK_FILE);
    // Git could not merge two lock files that were added apart from each other.
    if (lockBefore === null && !branch.isCurrent && this.#hasLockFile)
      return {
        outcome: 'to file',
        changesetId: null,
        commit: null,
        reason: `commit ${LOCK_FILE}, then sync again`,
      };
    const origins = remote === null ? [] : await originsSince(this.#context, remote.id, base?.version ?? 0);
    const known = lockBefore === null ? this.#lock : parseLock(lockBefore, this.#lock.agent);
    const lock = lockText(withLocked(known, name, entry));
    const host = new URL(this.#context.settings.url ?? 'http://localhost').hostname;
    const commit = branch.commit({
      ...describeCommit(planned, origins, host),
      changes: new Map([
        [file.path, file.text],
        [LOCK_FILE, lock],
      ]),
      committedAt: new Date(),
    });
    return { outcome: 'committed', commit, changesetId: origins[0]?.changeset?.id ?? null, reason: '' };
  }

  /** Writes what was planned, unless the file has changed meanwhile; returns why not, or null. */
  async #write({ path, text }: FileText, before: string | null): Promise<string | null> {
    const file = join(this.#folder, path);
    const found = await lstat(file).catch(() => null);
    const parent = await lstat(dirname(file)).catch(() => null);
    if (before === null && (found !== null || parent?.isSymbolicLink() === true))
      return `${path}: something else is there`;
    // Decoded as when it was read: a byte order mark is none of the text.
    if (before !== null && new TextDecoder().decode(await readFile(file)) !== before)
      return `${path}: changed meanwhile`;
    if (text === null) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: before === null ? 'wx' : 'w' });
    }
    return null;
  }

  /** Writes the lock, where there is something to remember. Where it began on the branch, merging that brings it here. */
  async finish(): Promise<void> {
    const branch = this.#git?.branch;
    if (!this.#hasLockFile && branch?.isCurrent === false && branch.read(LOCK_FILE) !== null) return;
    const file = join(this.#folder, LOCK_FILE);
    const content = lockText(this.#lock);
    const before = await readFile(file, 'utf8').catch(() => null);
    const isNeeded = this.#lock.skills.size > 0 || before !== null;
    if (isNeeded && before !== content) await writeFile(file, content);
  }
}

function entryOf(file: string, { id, version, text }: RemoteSkill): LockedSkill {
  return { skill_id: id, version, file: fingerprint(file), text };
}

/** A commit whose author is who approved the latest version, or wrote it where nobody had to. */
function describeCommit({ name, remote, step }: PlannedSkill, origins: readonly Origin[], host: string) {
  const [latest] = origins;
  const actor = latest?.changeset?.reviewer ?? latest?.version.created_by ?? 'whetstone';
  const address = /^(?:\w+:)?([^@\s<>]+@[^@\s<>]+)$/.exec(actor)?.[1];
  const title =
    step === 'delete file'
      ? `Take out ${name}, which the gateway no longer serves`
      : `Take ${name} v${remote?.version} over from the gateway`;
  const reasons = origins.map(({ changeset, version }) => changeset?.rationale ?? version.source);
  const ids = origins.flatMap(({ changeset }) => (changeset === null ? [] : [`Changeset: ${changeset.id}`]));
  const paragraphs = [title, ...reasons.map((reason) => reason.slice(0, 1000)), ids.join('\n')];
  return {
    message: `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`,
    author: { name: actor, email: address ?? `noreply@${host}` },
    authoredAt: latest === undefined ? new Date() : new Date(latest.version.created_at),
  };
}

export async function readLock(folder: string, agent: string): Promise<SyncLock> {
  const content = await readFile(join(folder, LOCK_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new WhetstoneError('invalid', `${LOCK_FILE}: ${error.message}`, { cause: error });
  });
  return parseLock(content, agent);
}
