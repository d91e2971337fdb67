/** API keys of a tenant: created and revoked by administrators, found by authentication. */
export { createKey } from './create-key.ts';
export { findKey, findKeyByHash } from './find-key.ts';
export { hashKey } from './hash-key.ts';
export { keyUsage } from './key-usage.ts';
export { listKeys } from './list-keys.ts';
export { revokeKey } from './revoke-key.ts';
