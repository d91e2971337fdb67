/** Reconciliation: what becomes of a statement beside the memories that it resembles, as the learning model judges it. */

export type { Reconciliation, Replacing } from './reconcile.ts';
export { type KeptMemory, reconcile, SHOWN_MEMORIES } from './reconcile.ts';
