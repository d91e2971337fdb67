/**
 * The lock file of a synced folder: what each skill said when its file and the gateway were last equal. Without it an
 * edit of one side could not be told from an edit of the other.
 */
import { createHash } from 'node:crypto';
import { WhetstoneError } from '../../errors.ts';

export const LOCK_FILE = '.whetstone-sync.json';

/** A skill as it was when both sides were equal. */
export interface LockedSkill {
  skill_id: string;
  version: number;
  /** {@link fingerprint} of the file. The gateway may word a document differently and mean the same. */
  file: string;
  /** What the gateway gave. */
  text: string;
}

export interface SyncLock {
  agent: string;
  skills: Map<string, LockedSkill>;
}

/** Stands for a text: the first 32 hexadecimal digits of its SHA-256. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The lock as a file says it; empty where there is none. Throws `invalid` where it cannot be read or is for another agent. */
export function parseLock(content: string | null, agent: string): SyncLock {
  if (content === null) return { agent, skills: new Map() };
  const lock = lockIn(content);
  if (lock.agent !== agent)
    throw new WhetstoneError(
      'invalid',
      `the folder is kept equal with the agent ${lock.agent}, not ${agent}: use --agent ${lock.agent}, or remove ${LOCK_FILE}`,
    );
  return lock;
}

/** The lock of whatever agent. Throws `invalid` where it cannot be read. */
export function lockIn(content: string): SyncLock {
  const unreadable = (cause?: unknown) =>
    new WhetstoneError('invalid', `${LOCK_FILE} cannot be read: restore it, or remove it to begin afresh`, {
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw unreadable(error);
  }
  const { agent, skills } = (value ?? {}) as { agent?: unknown; skills?: unknown };
  if (typeof agent !== 'string' || typeof skills !== 'object' || skills === null) throw unreadable();
  const entries = Object.entries(skills);
  if (!entries.every(([, skill]) => isLockedSkill(skill))) throw unreadable();
  return { agent, skills: new Map(entries) };
}

function isLockedSkill(value: unknown): value is LockedSkill {
  const { skill_id, version, file, text } = (value ?? {}) as Partial<Record<keyof LockedSkill, unknown>>;
  return [skill_id, file, text].every((field) => typeof field === 'string') && Number.isInteger(version);
}

/**
 * In the order of names. `skill_id` stays while a skill does, so it comes last: a line that never changes lies between two
 * skills, and git merges changes of both.
 */
export function lockText({ agent, skills }: SyncLock): string {
  const entries = [...skills]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { version, file, text, skill_id }]) => [name, { version, file, text, skill_id }]);
  return `${JSON.stringify({ agent, skills: Object.fromEntries(entries) }, null, 2)}\n`;
}

/** The lock with this entry for a skill; null takes it out. */
export function withLocked({ agent, skills }: SyncLock, name: string, entry: LockedSkill | null): SyncLock {
  const next = new Map(skills);
  if (entry === null) next.delete(name);
  else next.set(name, entry);
  return { agent, skills: next };
}
