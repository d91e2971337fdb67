/** Canaries: risky changes on trial with a share of the live traffic, what they are credited with, and how they end. */
export { assignArms, unitOf } from './assign-arms.ts';
export { candidateText } from './candidate-text.ts';
export {
  creditCanaries,
  type Decided,
  holdRunning,
  type TrialClaim,
  type TrialStep,
} from './credit-canary.ts';
export { type Ending, endCanary } from './end-canary.ts';
export {
  experimentsOf,
  listCanaries,
  listCanaryEpisodes,
  readCanary,
} from './read-canaries.ts';
export { readTraffic } from './read-traffic.ts';
export type { CandidateText, ExperimentRecord } from './records.ts';
export { startCanary } from './start-canary.ts';
export { experimentStore } from './store.ts';
