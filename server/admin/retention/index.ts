/** Removing what is too old to be kept. */
export { purgeDaily, purgeExpired, type Removal } from './purge-expired.ts';
