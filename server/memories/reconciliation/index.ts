/** Reconciliation: what becomes of a statement beside the memories that it resembles, as the learning model judges it. */

export type { Replacement } from './reconcile.ts';
export {
  type Attempt,
  attemptUntilDecided,
  type Consideration,
  type CurrentReconciliation,
  currentReconciliation,
  logMissed,
  type MissedReconciliation,
  missedBy,
  prepareSimilar,
  type SimilarMemories,
  similarWithin,
} from './reconcile.ts';
