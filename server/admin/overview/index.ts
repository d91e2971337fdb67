/** The first page's counts. */

export { countBadges, followFirstRun, listAgents } from './follow-first-run.ts';
