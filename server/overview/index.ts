/** The first page's counts. */
export { type Overview, readOverview } from './read-overview.ts';
