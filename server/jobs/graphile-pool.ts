/**
 * One Graphile Worker pool and its life: it is known by an id of its own, registered with a lease before it
 * does a job, and retired at its end. The library gives a pool up when the result of a job cannot be written,
 * and then may never say that it has ended; what it leaves can be taken over at once, and the next session
 * takes its place.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { openPool } from '../platform/db/postgresql-adapter.ts';
import { troubleOf } from '../platform/db/trouble.ts';
import type { Runtime } from '../platform/runtime.ts';
import { logQueueError } from './engine.ts';
import { graphileJobs } from './graphile-store.ts';

const POLL_MS = 1000;
const REGISTER_PAUSE_MS = 1000;
const RETIRE_ATTEMPTS = 5;
const RETIRE_PAUSE_MS = 500;
/** The library's own end of grace; ours comes first. */
const NEVER_MS = 2_000_000_000;
/** How long a pool that has shut down may take to write what is left to be written. */
const LAST_WORDS_MS = 2000;
/** The channel on which enqueue_job tells of a job that is due at once. */
const DUE = 'job_due';
/** Beside the one that listens; a connection is only used for the moment of a claim or a result. */
const CONNECTIONS = 4;
/** As often in a row the workers of a pool may ask for a job in vain; each of them asks once a second. */
const MOST_IN_VAIN = 12;

/** What is done with a job; throws where its end could not be stored. */
export type DoJob = (worker: string, helpers: JobHelpers) => Promise<void>;

export interface GraphilePool {
  /** The id under which the library locks jobs. */
  readonly worker: string;
  /** Resolves when the session has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Claims nothing more and resolves when the last job has ended and its end is written. */
  close(): Promise<void>;
}

/**
 * Opens a session that claims jobs of the given kinds; `wake` is called when one was enqueued that is due. Throws where
 * the database cannot be reached.
 */
export async function openPoolOfWorkers(
  runtime: Runtime,
  kinds: readonly string[],
  doJob: DoJob,
  wake: () => void,
): Promise<GraphilePool> {
  const pgPool = openPool({
    application_name: 'whetstone-worker',
    connectionString: runtime.config.database.url,
    max: CONNECTIONS + 1,
  });
  try {
    let worker = '';
    let registered: Promise<void> = Promise.resolve();
    const life = new AbortController();
    const events = new EventEmitter() as WorkerEvents;
    const shut = shutDown(events);
    listen(events, wake);
    events.on('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
      registered = register(runtime, worker, life.signal);
    });
    const task = async (_payload: unknown, helpers: JobHelpers) => {
      await registered;
      await doJob(worker, helpers);
    };
    const runner = await run(
      {
        pgPool,
        events,
        logger: createLogger(runtime),
        concurrency: runtime.config.worker.concurrency,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: NEVER_MS,
        // By default results are written after the pool has stopped, or never: a job that is done would run
        // again.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      Object.fromEntries(kinds.map((kind) => [kind, task])),
      [],
    );
    const ended = endPool(runtime, { runner, shut, pgPool, worker, life });
    endWhenStuck(events, runner);
    await registered;
    return {
      worker,
      ended,
      close: () =>
        runner.stop().then(
          () => ended,
          () => ended,
        ),
    };
  } catch (error) {
    await pgPool.end();
    throw error;
  }
}

/** Hears on the library's own connection of jobs that are due; where it cannot, the looks of the line find them. */
function listen(events: WorkerEvents, wake: () => void): void {
  events.on('pool:listen:success', ({ client }) => {
    // Once the library has said what it listens to itself.
    client.once('drain', () => {
      client.query(`LISTEN ${DUE}`).then(wake, () => undefined);
    });
  });
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === DUE) wake();
  });
}

/**
 * Ends a pool that no longer gets any jobs: the library asks once for what its tasks are called in the
 * database, and where that very question fails it never asks again, so that nothing but another pool helps.
 */
function endWhenStuck(events: WorkerEvents, runner: Runner): void {
  let inVain = 0;
  const noteActivity = () => {
    inVain = 0;
  };
  events.on('worker:getJob:empty', noteActivity);
  events.on('job:start', noteActivity);
  events.on('worker:getJob:error', () => {
    inVain += 1;
    if (inVain === MOST_IN_VAIN) void runner.stop().catch(() => undefined);
  });
}

/** Tries until it succeeds or the session ends: no job is done by a worker that others take for dead. */
async function register(runtime: Runtime, worker: string, life: AbortSignal): Promise<void> {
  while (!life.aborted) {
    try {
      await graphileJobs(runtime.db.read).register(worker, runtime.config.worker.jobLeaseSeconds);
      return;
    } catch (error) {
      logQueueError(runtime, error);
      await sleep(REGISTER_PAUSE_MS);
    }
  }
}

/** Resolves some time after the pool has shut down, whether it was asked to or not. */
function shutDown(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    const shut = () => void setTimeout(resolve, LAST_WORDS_MS).unref();
    events.on('pool:gracefulShutdown:complete', shut);
    events.on('pool:forcefulShutdown:complete', shut);
    events.on('pool:forcefulShutdown:error', shut);
  });
}

async function endPool(
  runtime: Runtime,
  session: { runner: Runner; shut: Promise<void>; pgPool: pg.Pool; worker: string; life: AbortController },
): Promise<void> {
  const { runner, shut, pgPool, worker, life } = session;
  const log = (error: unknown) => logQueueError(runtime, error);
  await Promise.race([runner.promise.catch(log), shut]);
  life.abort();
  await Promise.race([retire(runtime, worker), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  await Promise.race([pgPool.end().catch(log), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
}

/** Tries again where the connection breaks on which it is said: others would wait for the end of the lease. */
async function retire(runtime: Runtime, worker: string): Promise<void> {
  for (let attempt = 1; attempt <= RETIRE_ATTEMPTS; attempt += 1) {
    try {
      await graphileJobs(runtime.db.read).retire(worker);
      return;
    } catch (error) {
      logQueueError(runtime, error);
      await sleep(RETIRE_PAUSE_MS, undefined, { ref: false });
    }
  }
}

/**
 * The library's errors in our log, first line only, as {@link logQueueError} has it; what it says otherwise
 * is not needed.
 */
function createLogger(runtime: Runtime): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' || troubleOf(meta?.['error']) !== null) return;
    runtime.log.error('queue.error', { message: message.split('\n', 1)[0] });
  });
}
