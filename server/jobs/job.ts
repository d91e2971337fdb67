/** A job as its handler sees it, the same on both engines. */

import { DAY_MS } from '../domain/time.ts';
import type { Tx } from '../platform/db/database.ts';
import { type DatabaseProblem, isDatabaseUnavailable } from '../platform/db/trouble.ts';
import { learningFaults } from '../platform/faults/store.ts';
import { errorText } from '../platform/log/log.ts';
import { InvalidPayload, isLearning, type JobKind, type JobPayload } from './catalogue.ts';
import type { JobOutcome, PendingJob, StoredJob } from './engine.ts';

/** A job that runs, with the fields of its payload. `attempt` counts from 1 and includes this run. */
export type Job<K extends JobKind> = Readonly<
  { id: string; kind: K; tenant: string; attempt: number } & JobPayload<K>
>;

export interface JobContext {
  /** Aborted when the worker has to end the run: pass it on to whatever takes time. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in one transaction that is committed only while this worker still holds the job. Throws
   * LostLease, and nothing is written, where it does not. `work` may be run again after a conflict.
   */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Does a job. What it throws fails the attempt; a Defer postpones it. It may run again after it has committed
 * (a worker can die right after), so what it commits must be safe to do twice.
 */
type JobHandler<K extends JobKind> = (job: Job<K>, context: JobContext) => Promise<void>;

/** The handlers a worker has. Jobs of other kinds are left pending for workers that have theirs. */
export type JobHandlers = { readonly [K in JobKind]?: JobHandler<K> };

// What a job's handler and its worker say to each other by throwing. Told apart by brands, like {@link
// ServiceError}, because bundling can make two copies of a class.

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
function isDefer(error: unknown): error is Defer {
  return typeof error === 'object' && error !== null && DEFER in error;
}

/** Whether `error` is a {@link LostLease} of any copy of this module. */
function isLostLease(error: unknown): error is LostLease {
  return typeof error === 'object' && error !== null && LOST in error;
}

// The rule of what becomes of a job whose run is over.

// How long a failed job waits: 60 s, 120 s, and so on doubling, whatever the number of attempts that is
// allowed.

const FIRST_MS = 60_000;
const LONGEST_MS = DAY_MS;

/**
 * Milliseconds from the failure of the `attempt`-th run, counted from 1, to the next; never more than a day.
 */
function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
}

/** The database was away, for the job as for everybody: it broke down, moved to another server, or lost its connections. */
const AWAY: readonly DatabaseProblem[] = ['unreachable', 'read_only'];

/** How long a job waits then: that the end of its run could be stored shows that the database is back. */
const AFTER_AWAY_MS = 1000;

/**
 * How a run ends that threw `error`, or nothing where it is undefined; null where the job is no longer this
 * worker's. A run that was deferred, that ended because the worker stops, or from which the database was taken
 * away costs no attempt; every other error does.
 */
export function decideEnding(
  { error, halt }: { error?: unknown; halt?: string },
  attempt: number,
  maxAttempts: number,
): JobOutcome | null {
  if (error === undefined) return { status: 'done' };
  if (isLostLease(error)) return null;
  if (isDefer(error)) {
    return { status: 'pending', delayMs: error.delayMs, attempts: attempt - 1, error: null };
  }
  if (halt === 'stop') return { status: 'pending', delayMs: 0, attempts: attempt - 1, error: null };
  const text = errorText(error);
  if (isDatabaseUnavailable(error) && AWAY.includes(error.trouble)) {
    return { status: 'pending', delayMs: AFTER_AWAY_MS, attempts: attempt - 1, error: text };
  }
  if (attempt >= maxAttempts || error instanceof InvalidPayload) return { status: 'failed', error: text };
  return { status: 'pending', delayMs: retryDelayMs(attempt), attempts: attempt, error: text };
}

/**
 * Keeps what jobs of a kind fail with, and forgets it with the next one that is done. The last step of the
 * transaction that ends the job: whoever ends several at once must not wait for a fault while he holds another.
 */
export async function noteEnding(
  tx: Tx,
  { tenant, kind }: Pick<StoredJob, 'tenant' | 'kind'>,
  ending: JobOutcome,
  now: Date,
): Promise<void> {
  if (!isLearning(kind)) return;
  const faults = learningFaults(tx, tenant);
  if (ending.status === 'done') await faults.clear(kind);
  else if (ending.error !== null) await faults.add(kind, ending.error, now);
}

// What becomes of a job whose run has ended without success.

/** What is kept of a job whose worker died. */
const LEASE_EXPIRED = 'the worker stopped without a word, and its lease expired';

/** A job as it is enqueued again: with the attempts it has had. */
export function asPending(
  { attempt: _, ...stored }: StoredJob,
  { delayMs, attempts, error }: Extract<JobOutcome, { status: 'pending' }>,
): PendingJob {
  return { ...stored, attempts, error, delayMs, longestMs: null };
}

/** How a run ends whose worker died: the attempt counts, and the next one may begin at once. */
export function endingOfDead(attempt: number, maxAttempts: number): Exclude<JobOutcome, { status: 'done' }> {
  return attempt >= maxAttempts
    ? { status: 'failed', error: LEASE_EXPIRED }
    : { status: 'pending', delayMs: 0, attempts: attempt, error: LEASE_EXPIRED };
}
