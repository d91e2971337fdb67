/**
 * Canaries: risky changes on trial with a share of the live traffic, what they are credited with, and how
 * they end.
 */
export { assignArms, randomizationUnit, unitName } from './assign-arms.ts';
export {
  creditArms,
  lockRunningCanaries,
  type TrialAttribution,
  type TrialStep,
} from './credit-canary.ts';
export {
  candidateText,
  experimentsOf,
  listCanaries,
  listCanaryEpisodes,
  readCanary,
} from './read-canaries.ts';
export type { CandidateText, ExperimentRecord } from './rows.ts';
export { startCanary } from './start-canary.ts';
export { experimentStore } from './store.ts';
