/**
 * Runs jobs: hands each to its handler, and decides what becomes of it. A run that is ended from outside is
 * told so first; where it does not listen it is left behind, and nothing that it commits later counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../platform/db/database.ts';
import { isDatabaseUnavailable } from '../platform/db/trouble.ts';
import { errorFields } from '../platform/log/log.ts';
import { withRequest } from '../platform/request-context.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isBeingDeleted } from '../platform/tenants/rules.ts';
import { isLearning, type JobKind, namedFieldsOf, readPayload } from './catalogue.ts';
import type { JobLease, JobOutcome, StoredJob } from './engine.ts';
import { decideEnding, type JobContext, type JobHandlers, LostLease, noteEnding } from './job.ts';

/** Graphile Worker gives a job to another worker after four hours, regardless of its lease. */
const LONGEST_RUN_MS = 3 * 3_600_000;
/** How long a run that was told to end has to do so. */
const NOTICE_MS = 2000;
const STORE_ATTEMPTS = 5;
const STORE_PAUSE_MS = 200;
/** Longest pause between two attempts to store the end of a run, and how long they go on while the database is away. */
const LONGEST_STORE_PAUSE_MS = 1000;
const LONGEST_STORE_MS = 3_600_000;

/** Why a run is ended from outside. */
type HaltReason = 'stop' | 'too_long' | 'lost';

/** How a run went: without an error where its handler returned. */
interface HandlerResult {
  error?: unknown;
  halt?: HaltReason;
}

interface Run {
  readonly lease: JobLease;
  readonly told: AbortController;
  readonly left: PromiseWithResolvers<HandlerResult>;
  readonly commits: Set<Promise<unknown>>;
  halt: HaltReason | undefined;
  over: boolean;
}

export interface JobRuns {
  /** Does a job and ends it; false where its end is not stored. Never rejects. */
  run(lease: JobLease): Promise<boolean>;
  /** Tells the runs whose jobs others have taken over. */
  haltLost(): Promise<void>;
  /**
   * Ends at once the runs that may wait for a model for minutes, and makes sure that every other one has ended within
   * `graceMs`; returns how to call that off.
   */
  haltWithin(graceMs: number): () => void;
}

/** Makes a runner of jobs; it has no handlers but the given ones. */
export function createRuns(runtime: Runtime, handlers: JobHandlers): JobRuns {
  const running = new Set<Run>();
  let stopping = false;

  async function runJob(lease: JobLease): Promise<boolean> {
    const run: Run = {
      lease,
      told: new AbortController(),
      left: Promise.withResolvers(),
      commits: new Set(),
      halt: undefined,
      over: false,
    };
    running.add(run);
    // A claim that was under way when the worker was stopped.
    if (stopping) halt(run, 'stop', 0);
    const limit = setTimeout(() => halt(run, 'too_long', NOTICE_MS), LONGEST_RUN_MS);
    try {
      const outcome = await Promise.race([attempt(runtime, handlers, run), run.left.promise]);
      run.over = true;
      await Promise.allSettled(run.commits);
      return await endRun(runtime, run, { outcome, isStopping: () => stopping });
    } catch (error) {
      runtime.log.error('job.end_not_stored', { job_id: lease.stored.id, ...errorFields(error) });
      return false;
    } finally {
      clearTimeout(limit);
      running.delete(run);
    }
  }

  return {
    run: (lease) => {
      const { tenant } = lease.stored;
      const requestId = runtime.newId('request');
      const context = { requestId, clientAddress: 'worker', tenant, background: true } as const;
      return withRequest(context, () => runJob(lease));
    },
    async haltLost() {
      for (const run of running) {
        if (!(await run.lease.isHeld(runtime.db.read))) halt(run, 'lost', NOTICE_MS);
      }
    },
    haltWithin(graceMs) {
      stopping = true;
      const notice = Math.min(NOTICE_MS, graceMs / 2);
      for (const run of running) {
        if (isLearning(run.lease.stored.kind)) halt(run, 'stop', notice);
      }
      const timer = setTimeout(() => {
        for (const run of running) halt(run, 'stop', notice);
      }, graceMs - notice);
      return () => clearTimeout(timer);
    },
  };
}

/** Tells a run to end, and leaves it behind where it has not after `noticeMs`. The first reason stands. */
function halt(run: Run, reason: HaltReason, noticeMs: number): void {
  if (run.halt !== undefined) return;
  run.halt = reason;
  run.told.abort(reason === 'lost' ? new LostLease() : new Error(`the run was ended: ${reason}`));
  setTimeout(() => run.left.resolve({ error: run.told.signal.reason, halt: reason }), noticeMs).unref();
}

async function attempt(runtime: Runtime, handlers: JobHandlers, run: Run): Promise<HandlerResult> {
  try {
    const { stored } = run.lease;
    run.told.signal.throwIfAborted();
    if (await isRefused(runtime, run)) return {};
    await handle(handlers, stored.kind, stored, createContext(runtime, run));
    return {};
  } catch (error) {
    return run.halt === undefined ? { error } : { error, halt: run.halt };
  }
}

/** In a tenant that is being deleted nothing else is done. */
async function isRefused(runtime: Runtime, { lease: { stored } }: Run): Promise<boolean> {
  return stored.kind !== 'erase' && (await isBeingDeleted(runtime, stored.tenant));
}

async function handle<K extends JobKind>(
  handlers: JobHandlers,
  kind: K,
  { id, tenant, payload, attempt }: StoredJob,
  context: JobContext,
): Promise<void> {
  const handler = handlers[kind];
  if (handler === undefined) throw new Error(`no handler for ${kind} jobs`);
  await handler({ id, kind, tenant, attempt, ...readPayload({ kind, payload }) }, context);
}

function createContext(runtime: Runtime, run: Run): JobContext {
  const write = async <T>(work: (tx: Tx) => Promise<T>) => {
    if (await isRefused(runtime, run)) throw new LostLease();
    return await runtime.db.write(async (tx) => {
      if (run.over || !(await run.lease.isHeld(tx))) throw new LostLease();
      return await work(tx);
    });
  };
  return {
    signal: run.told.signal,
    async commit(work) {
      if (run.over) throw new LostLease();
      const writing = write(work);
      run.commits.add(writing);
      try {
        return await writing;
      } finally {
        run.commits.delete(writing);
      }
    },
  };
}

/** How a run went, and whether its worker is being stopped by now. */
interface EndedRun {
  outcome: HandlerResult;
  isStopping: () => boolean;
}

/** Stores how a run ended, counts and logs it; false where the job is no longer held. */
async function endRun(runtime: Runtime, { lease }: Run, { outcome, isStopping }: EndedRun): Promise<boolean> {
  const { id, kind, attempt: number } = lease.stored;
  const facts = { job_id: id, kind, ...namedFieldsOf(lease.stored), attempt: number };
  const ending = decideEnding(outcome, number, runtime.config.worker.jobMaxAttempts);
  if (ending === null || !(await store(runtime, lease, { ending, isStopping }))) {
    runtime.log.warn('job.lost', facts);
    return false;
  }
  runtime.metrics.jobs.inc({ kind, status: ending.status });
  if (ending.status !== 'done' && ending.error !== null) {
    runtime.log.error('job.failed', { ...facts, status: ending.status, ...errorFields(outcome.error) });
  }
  return true;
}

/**
 * Stores the end of a run. Tries again for some seconds, and where the database is away until it is back, unless the worker
 * stops: a job whose end is not stored waits until its lease is over.
 */
async function store(
  runtime: Runtime,
  lease: JobLease,
  { ending, isStopping }: { ending: JobOutcome; isStopping: () => boolean },
): Promise<boolean> {
  const began = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await runtime.db.write(async (tx) => {
        if (!(await lease.end(tx, ending))) return false;
        await noteEnding(tx, lease.stored, ending, runtime.clock());
        return true;
      });
    } catch (error) {
      const isAway = isDatabaseUnavailable(error) && performance.now() - began < LONGEST_STORE_MS;
      if (attempts >= STORE_ATTEMPTS && (!isAway || isStopping())) throw error;
      await sleep(Math.min(STORE_PAUSE_MS * 2 ** attempts, LONGEST_STORE_PAUSE_MS));
    }
  }
}
