/** Tokens that learning used, per day and purpose. */
export { listUsage } from './list-usage.ts';
export { readUsage } from './read-usage.ts';
