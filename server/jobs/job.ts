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

/**
 * What a job's handler and its worker say to each other by throwing. Told apart by brands, like {@link ServiceError},
 * because bundling can make two copies of a class.
 */

const DEFER = Symbol.for('whetstone.job-defer');
const LOST = Symbol.for('whetstone.job-lost');

/** Thrown by a handler: not now, but again in `delayMs`. It costs the job no attempt. */
export class Defer extends Error {
  readonly [DEFER] = true;
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`deferred by ${delayMs} ms`);
    this.name = 'Defer';
    this.delayMs = delayMs;
  }
}

/** Thrown by a commit: the job is no longer this worker's, and nothing was written. Handlers let it pass. */
export class LostLease extends Error {
  readonly [LOST] = true;

  constructor() {
    super('the job is no longer held by this worker');
    this.name = 'LostLease';
  }
}

/** Whether `error` is a {@link Defer} of any copy of this module. */
export function isDefer(error: unknown): error is Defer {
  return typeof error === 'object' && error !== null && DEFER in error;
}

/** Whether `error` is a {@link LostLease} of any copy of this module. */
export function isLostLease(error: unknown): error is LostLease {
  return typeof error === 'object' && error !== null && LOST in error;
}
