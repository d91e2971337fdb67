/** Reconciliation: what becomes of a statement beside the memories that it resembles, as the learning model judges it. */

export {
  type Attempt,
  attemptUntilDecided,
  type Consideration,
  type CurrentReconciliation,
  currentReconciliation,
  logMissed,
  type Missed,
  missedBy,
  prepareSimilar,
  type Similar,
  similarWithin,
} from './considered.ts';
export type { Replacing } from './reconcile.ts';
