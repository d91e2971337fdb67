/**
 * The lock file of a synced folder: what each skill was when its file and the gateway were last equal. Without it an
 * edit of the file could not be told from an edit in the gateway.
 */
import { createHash } from 'node:crypto';
import { WhetstoneError } from '../../errors.ts';

export const LOCK_FILE = '.whetstone-sync.json';

/** A skill as it was when both sides were equal; `file` is the {@link fingerprint} of its file. */
export interface LockedSkill {
  skill_id: string;
  version: number;
  file: string;
}

/** The file that was last sent to the gateway and was held for review there. */
interface Proposal {
  changeset_id: string;
  file: string;
}

export interface SyncLock {
  agent: string;
  skills: Map<string, LockedSkill>;
  proposals: Map<string, Proposal>;
}

/** Stands for a text: the first 32 hexadecimal digits of its SHA-256. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Throws `invalid` where the file cannot be read. */
export function parseLock(content: string): SyncLock {
  try {
    const { agent, skills, proposals = {} } = JSON.parse(content);
    if (typeof agent !== 'string') throw new TypeError('no agent');
    return { agent, skills: new Map(Object.entries(skills)), proposals: new Map(Object.entries(proposals)) };
  } catch (cause) {
    const message = `${LOCK_FILE} cannot be read: restore it, or remove it to begin afresh`;
    throw new WhetstoneError('invalid', message, { cause });
  }
}

/** In the order of names, so that git merges changes of two skills. */
export function lockText({ agent, skills, proposals }: SyncLock): string {
  const sorted = <Entry>(entries: Map<string, Entry>) =>
    Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  const lock = {
    agent,
    skills: sorted(skills),
    ...(proposals.size === 0 ? {} : { proposals: sorted(proposals) }),
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}
