/** Whose API key this is, from memory where it was asked within the last 30 s. */
import { isKeyShaped } from '../../domain/admin/key.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { hashKey } from './hash-key.ts';
import { keyCache } from './key-cache.ts';
import { type KnownKey, lookUpKeyByHash } from './store.ts';

/** The valid key that `rawKey` is, or null. Requests that bring one unknown key at the same time cause one look-up. */
export async function findKey(runtime: Runtime, rawKey: string): Promise<KnownKey | null> {
  return isKeyShaped(rawKey) ? await findKeyByHash(runtime, hashKey(rawKey)) : null;
}

/** The valid key with this hash, or null; remembered and looked up like {@link findKey}. */
export async function findKeyByHash(runtime: Runtime, hash: string): Promise<KnownKey | null> {
  const known = keyCache(runtime).get(hash, runtime.clock().getTime());
  if (known !== undefined) return known;
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
