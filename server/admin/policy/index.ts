/** A tenant's own values of approval, recall and canary settings: read, changed, and what they were before. */
export { readTenantConfig } from '../../knowledge/index.ts';
export { changePolicy } from './change-policy.ts';
export { comparePolicy, listPolicyVersions, readPolicy } from './read-policy.ts';
