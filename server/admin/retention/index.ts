/** Removing what is too old to be kept. */
export { purgeDaily } from './purge-daily.ts';
export { purgeExpired, type Removal } from './purge-expired.ts';
