/** Tokens that learning used, per day and purpose. */
export { listUsage, readUsage } from './read-usage.ts';
