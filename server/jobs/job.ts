/** A job as its handler sees it, the same on both engines. */
import type { Tx } from '../platform/db/database.ts';
import type { JobItem, JobKind } from './catalogue.ts';

/** A job that runs. `attempt` counts from 1 and includes this run. */
export interface Job<K extends JobKind = JobKind> {
  readonly id: string;
  readonly kind: K;
  readonly tenant: string;
  readonly agentId: string;
  /** The skill that an evolve job is about; null for the other kinds. */
  readonly skillId: string | null;
  /** What was enqueued with it, also several times; each once. */
  readonly items: readonly JobItem<K>[];
  readonly attempt: number;
}

/** What a handler has of its worker. */
export interface JobContext {
  /** Aborted when the worker has to end the run: pass it on to whatever takes time. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in one transaction that is committed only while this worker still holds the job. Throws LostLease, and
   * nothing is written, where it does not. `work` may be run again after a conflict.
   */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Does a job. What it throws fails the attempt; a Defer postpones it. It may run again after it has committed (a worker
 * can die right after), so what it commits must be safe to do twice.
 */
export type JobHandler<K extends JobKind = JobKind> = (job: Job<K>, context: JobContext) => Promise<void>;

/** The handlers a worker has. Jobs of other kinds are left pending for workers that have theirs. */
export type JobHandlers = { readonly [K in JobKind]?: JobHandler<K> };
