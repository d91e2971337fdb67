/** Removing what is too old to be kept. */
export { purgeExpired, type Removal } from './purge-expired.ts';
