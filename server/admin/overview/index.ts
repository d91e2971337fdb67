/** The first page's counts. */

export { countBadges, followFirstRun, listAgents } from './follow-first-run.ts';
export { readStatus } from './read-status.ts';
