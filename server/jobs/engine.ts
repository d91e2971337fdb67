/**
 * The port between what a worker does, which is the same everywhere, and where its jobs are: Graphile Worker
 * on PostgreSQL, a table of our own on SQLite.
 */
import { hostname } from 'node:os';
import type { Tx } from '../platform/db/database.ts';
import { troubleOf } from '../platform/db/trouble.ts';
import { errorFields } from '../platform/log/log.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';

export interface StoredJob {
  id: string;
  kind: JobKind;
  tenant: string;
  key: string;
  /** JSON that the kind's schema may not accept: it is read when the job runs. */
  payload: string;
  /** Runs so far, this one included. */
  attempt: number;
}

/**
 * A job that is to be pending. `longestMs` bounds how long enqueueing again can put it off; null is without
 * end.
 */
export interface PendingJob extends Omit<StoredJob, 'attempt'> {
  /** Attempts used up so far. */
  attempts: number;
  error: string | null;
  delayMs: number;
  longestMs: number | null;
}

/** How a run ends. `attempts` are those used up so far; an error is kept with the job. */
export type JobOutcome =
  | { status: 'done' }
  | { status: 'pending'; delayMs: number; attempts: number; error: string | null }
  | { status: 'failed'; error: string };

/** A job in the hands of this worker, which must end it or lose it. */
export interface JobLease {
  readonly stored: StoredJob;
  /** Whether the job is still held; where it is, nobody else can take it before `tx` ends. */
  isHeld(tx: Tx): Promise<boolean>;
  /** Ends the run; false, and nothing is changed, where the job is no longer held. */
  end(tx: Tx, ending: JobOutcome): Promise<boolean>;
}

/** A job that was taken from a worker that had died, and what became of it. */
export interface RecoveredJob {
  stored: StoredJob;
  status: 'pending' | 'failed';
}

/**
 * Logs what the queue failed for. It asks every second, and of the database's own trouble there is a line
 * already.
 */
export function logQueueError({ log }: Runtime, error: unknown): void {
  if (troubleOf(error) === null) log.error('queue.error', errorFields(error));
}

export interface JobCounts {
  pending: number;
  running: number;
  failed: number;
}

/** Jobs of a kind that no worker has begun. */
export interface WaitingJobs {
  kind: string;
  jobs: number;
  /** Seconds for which the one that is due longest has been due; 0 where none is. */
  oldestSeconds: number;
}

/** Jobs of a kind that the worker of one process holds. */
export interface HeldJobs {
  kind: string;
  worker: string;
  jobs: number;
}

/** What people know this process by: its host, in a container the name of that, and its number there. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`;

/**
 * Does a job and ends it; false where its end is not stored, because the job was lost or the database could
 * not be reached.
 */
export type RunJob = (lease: JobLease) => Promise<boolean>;

/** What a worker asks of its engine. */
export interface Engine {
  /** Begins to claim due jobs of the given kinds, as many at a time as is configured. */
  start(kinds: readonly JobKind[], run: RunJob): void;
  /** Holds on to the jobs that are held for another lease. */
  renew(): Promise<void>;
  /** Takes the jobs of workers whose lease has expired. */
  recover(): Promise<RecoveredJob[]>;
  /** Claims nothing more; resolves when the last run has ended, and the engine has nothing left to do. */
  stop(): Promise<void>;
  counts(): Promise<JobCounts>;
}
