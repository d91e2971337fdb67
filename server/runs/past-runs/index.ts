/** Which past runs a pending changeset would have reached. */
export { tryPastRuns } from './try-past-runs.ts';
