/**
 * When each key was last used, to the minute: what tells an administrator whether a key may be revoked. A
 * request only leaves a note in memory; the notes are written together, once a minute and when the process
 * stops.
 */

import { LRUCache } from 'lru-cache';
import { inChunks } from '../../domain/in-chunks.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { keyStore } from './store.ts';

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;
const KEYS_A_TRANSACTION = 200;

interface Note {
  tenant: string;
  id: string;
  at: Date;
}

export interface KeyUsage {
  /** Notes that a key was used now; repeated within a minute it does nothing. */
  note(tenant: string, id: string): void;
  /** Writes what was noted since the last flush. A failure is logged and the notes wait for the next one. */
  flush(): Promise<void>;
}

/** Keeps notes until `flush` is called: once a minute, and once more before the database closes. */
export function createKeyUsage(runtime: Runtime): KeyUsage {
  const notedAt = new LRUCache<string, number>({ max: MAX_KEYS });
  let waiting = new Map<string, Note>();

  return {
    note(tenant, id) {
      const at = runtime.clock();
      if (at.getTime() - (notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
      notedAt.set(id, at.getTime());
      waiting.set(id, { tenant, id, at });
    },
    async flush() {
      const notes = waiting;
      waiting = new Map();
      try {
        await touchKeys(runtime, [...notes.values()]);
      } catch (error) {
        waiting = new Map([...notes, ...waiting]);
        runtime.log.warn('keys.usage_not_written', { keys: notes.size, ...errorFields(error) });
      }
    },
  };
}

/**
 * Short transactions in the order of ids, so that two processes which report the same keys cannot block each
 * other.
 */
async function touchKeys(runtime: Runtime, notes: Note[]): Promise<void> {
  const ordered = notes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const chunk of inChunks(ordered, KEYS_A_TRANSACTION)) {
    await runtime.db.write(async (tx) => {
      for (const { tenant, id, at } of chunk) await keyStore(tx, tenant).touch(id, at);
    });
  }
}

/** The notes of this process. */
export function keyUsage(runtime: Runtime): KeyUsage {
  return runtime.once('keys.usage', () => createKeyUsage(runtime));
}
