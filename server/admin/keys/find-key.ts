/** Whose API key this is, from memory where it was asked within the last 30 s. */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isKeyShaped } from '../../domain/admin/key.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type KnownKey, lookUpKeyByHash } from './store.ts';

const REMEMBER_MS = 30_000;
const MAX_HITS = 10_000;
const MAX_MISSES = 10_000;

interface CachedKey {
  key: KnownKey | null;
  until: number;
}

/**
 * What this process remembers of keys that were looked up, for 30 s: valid and invalid ones apart, so that a
 * flood of invented keys cannot push out the valid ones. Keys are remembered by hash; the raw ones are kept
 * nowhere.
 */
export class KeyCache {
  readonly #hits = new LRUCache<string, CachedKey>({ max: MAX_HITS });
  readonly #misses = new LRUCache<string, CachedKey>({ max: MAX_MISSES });

  /**
   * What is known of a hash at `now`: a key, null for an invalid one, undefined where it must be looked up.
   */
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

  forgetTenant(tenant: string): void {
    for (const [hash, { key }] of this.#hits.entries()) if (key?.tenant === tenant) this.#hits.delete(hash);
  }

  /** Forgets a key, so that the next request with it is looked up. */
  forget(tenant: string, id: string): void {
    for (const [hash, { key }] of this.#hits.entries()) {
      if (key?.id === id && key.tenant === tenant) this.#hits.delete(hash);
    }
  }
}

export function keyCache(runtime: Runtime): KeyCache {
  return runtime.once('keys.cache', () => new KeyCache());
}

/**
 * The valid key that `rawKey` is, or null. Requests that bring one unknown key at the same time cause one
 * look-up.
 */
export async function findKey(runtime: Runtime, rawKey: string): Promise<KnownKey | null> {
  return isKeyShaped(rawKey) ? await findKeyByHash(runtime, hashKey(rawKey)) : null;
}

/** The valid key with this hash, or null; remembered and looked up like {@link findKey}. */
export async function findKeyByHash(runtime: Runtime, hash: string): Promise<KnownKey | null> {
  const known = keyCache(runtime).get(hash, runtime.clock().getTime());
  return unexpired(known === undefined ? await joinLookUp(runtime, hash) : known, runtime.clock());
}

/** A key that has ended is none, however lately it was looked up. */
function unexpired(key: KnownKey | null, now: Date): KnownKey | null {
  return key !== null && key.expiresAt !== null && key.expiresAt <= now ? null : key;
}

async function joinLookUp(runtime: Runtime, hash: string): Promise<KnownKey | null> {
  const underWay = runtime.once('keys.look-ups', () => new Map<string, Promise<KnownKey | null>>());
  const joined = underWay.get(hash);
  if (joined !== undefined) return await joined;
  const lookUp = lookUpKey(runtime, hash).finally(() => underWay.delete(hash));
  underWay.set(hash, lookUp);
  return await lookUp;
}

async function lookUpKey(runtime: Runtime, hash: string): Promise<KnownKey | null> {
  const asOf = runtime.clock().getTime();
  const key = await lookUpKeyByHash(runtime.db.read, hash);
  keyCache(runtime).set(hash, key, asOf);
  return key;
}

// The form in which keys are stored and looked up: a key has 256 random bits, so one plain hash protects it.

/** SHA-256 of the raw key, in hexadecimal. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
