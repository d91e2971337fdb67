/**
 * API keys of a tenant: created and revoked by administrators, found by authentication; and the names of who signs in.
 */

export { findKey, findKeyByHash, hashKey, keyCache } from './find-key.ts';
export { keyUsage } from './key-usage.ts';
export { actorNames, createKey, forgetKeys, listKeys, revokeKey } from './manage-keys.ts';
export { noteSignIn } from './people-store.ts';
