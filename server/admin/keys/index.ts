/**
 * API keys of a tenant: created and revoked by administrators, found by authentication; and the people who review in it.
 */

export { findKey, findKeyByHash, hashKey, keyCache } from './find-key.ts';
export { keyUsage } from './key-usage.ts';
export { actorNames, createKey, forgetKeys, listKeys, revokeKey } from './manage-keys.ts';
export { listPeople, mentionedIn, noteSignIn, requirePerson } from './people.ts';
