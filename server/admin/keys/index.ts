/**
 * API keys of a tenant: created and revoked by administrators, found by authentication; and the names of who signs in.
 */

export { findKey, findKeyByHash, hashKey, keyCache } from './find-key.ts';
export { keyUsage } from './key-usage.ts';
export { actorNames, bindKey, createKey, forgetKeys, listKeys, revokeKey } from './manage-keys.ts';
export { type OwnedNoun, ownerOf } from './owner-store.ts';
export { noteSignIn } from './people-store.ts';
export type { KnownKey } from './store.ts';
