/**
 * What this process remembers of keys that were looked up, for 30 s: valid and invalid ones apart, so that a flood of
 * invented keys cannot push out the valid ones. Keys are remembered by hash; the raw ones are kept nowhere.
 */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../platform/runtime.ts';
import type { KnownKey } from './store.ts';

const REMEMBER_MS = 30_000;
const MAX_HITS = 10_000;
const MAX_MISSES = 10_000;

interface Remembered {
  key: KnownKey | null;
  until: number;
}

export class KeyCache {
  readonly #hits = new LRUCache<string, Remembered>({ max: MAX_HITS });
  readonly #misses = new LRUCache<string, Remembered>({ max: MAX_MISSES });

  /** What is known of a hash at `now`: a key, null for an invalid one, undefined where it must be looked up. */
  get(hash: string, now: number): KnownKey | null | undefined {
    const known = this.#hits.get(hash) ?? this.#misses.get(hash);
    return known === undefined || known.until <= now ? undefined : known.key;
  }

  /** Remembers the answer to a look-up that began at `asOf`: what changed since then counts from there. */
  set(hash: string, key: KnownKey | null, asOf: number): void {
    const [cache, other] = key === null ? [this.#misses, this.#hits] : [this.#hits, this.#misses];
    other.delete(hash);
    cache.set(hash, { key, until: asOf + REMEMBER_MS });
  }

  /** Forgets a key, so that the next request with it is looked up. */
  forget(tenant: string, id: string): void {
    for (const [hash, { key }] of this.#hits.entries()) {
      if (key?.id === id && key.tenant === tenant) this.#hits.delete(hash);
    }
  }
}

/** The cache of this process. */
export function keyCache(runtime: Runtime): KeyCache {
  return runtime.once('keys.cache', () => new KeyCache());
}
