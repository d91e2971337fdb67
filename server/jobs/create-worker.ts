/**
 * A worker: does jobs until it is stopped, keeps what it does and takes over what workers that died have
 * left.
 */
import type { Runtime } from '../platform/runtime.ts';
import { JOB_KINDS, namedFieldsOf } from './catalogue.ts';
import { enqueueDailyJobs, enqueueWaiting } from './daily-jobs.ts';
import { type Engine, type JobCounts, logQueueError } from './engine.ts';
import { graphileJobs } from './graphile-store.ts';
import type { JobHandlers } from './job.ts';
import { createRuns } from './run-jobs.ts';
import { sqliteJobs } from './sqlite-store.ts';

const LONGEST_RECOVERY_PAUSE_MS = 15_000;
const DAILY_CHECK_MS = 600_000;
const WAITING_CHECK_MS = 30_000;
/** What of the time for stopping is left for ending the session of the queue, once no job runs. */
const CLOSING_MS = 5000;

export interface Worker {
  start(): Promise<void>;
  /**
   * Claims no more jobs. Those that ask a model are ended at once, the others when most of `graceMs` is over; what has not
   * ended by itself is made pending again, at no cost of an attempt. Resolves when no job is held any more.
   */
  stop(graceMs: number): Promise<void>;
  /** The jobs of all tenants, by state. */
  counts(): Promise<JobCounts>;
}

/** Makes a worker for the kinds that it has handlers of; jobs of other kinds stay pending. */
export function createWorker(runtime: Runtime, handlers: JobHandlers): Worker {
  const kinds = JOB_KINDS.filter((kind) => handlers[kind] !== undefined);
  const runs = createRuns(runtime, handlers);
  let engine: Engine | null = null;
  let ticks: (() => void)[] = [];

  return {
    async start() {
      if (kinds.length === 0) return;
      const started = await loadEngine(runtime);
      engine = started;
      const leaseMs = runtime.config.worker.jobLeaseSeconds * 1000;
      started.start(kinds, runs.run);
      ticks = [
        every(runtime, leaseMs / 3, async () => {
          await started.renew();
          await runs.haltLost();
        }),
        every(runtime, Math.min(leaseMs / 3, LONGEST_RECOVERY_PAUSE_MS), () => recover(runtime, started)),
        every(runtime, WAITING_CHECK_MS, () => enqueueWaiting(runtime)),
        every(runtime, DAILY_CHECK_MS, () => enqueueDailyJobs(runtime, kinds)),
      ];
    },
    async stop(graceMs) {
      const callOff = runs.haltWithin(Math.max(graceMs - CLOSING_MS, graceMs / 2));
      await engine?.stop();
      callOff();
      for (const end of ticks) end();
    },
    counts: () =>
      runtime.db.dialect === 'sqlite'
        ? sqliteJobs(runtime.db.read).counts()
        : graphileJobs(runtime.db.read).counts(),
  };
}

/** The engine for the database in use; Graphile Worker is loaded only where it is needed. */
async function loadEngine(runtime: Runtime): Promise<Engine> {
  if (runtime.db.dialect === 'sqlite') return (await import('./sqlite-engine.ts')).sqliteEngine(runtime);
  return (await import('./graphile-engine.ts')).graphileEngine(runtime);
}

async function recover(runtime: Runtime, engine: Engine): Promise<void> {
  for (const { stored, status } of await engine.recover()) {
    const { id, kind, tenant, attempt } = stored;
    runtime.metrics.jobs.inc({ kind, status });
    runtime.log.error('job.failed', {
      job_id: id,
      kind,
      tenant,
      ...namedFieldsOf(stored),
      attempt,
      status,
      error: 'LeaseExpired',
    });
  }
}

/** Does `work` now and then again and again, never twice at once; returns how to end that. */
function every(runtime: Runtime, pauseMs: number, work: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const tick = async () => {
    try {
      await work();
    } catch (error) {
      logQueueError(runtime, error);
    }
    if (!ended) timer = setTimeout(() => void tick(), pauseMs);
  };
  void tick();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
