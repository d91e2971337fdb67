/**
 * The engine on PostgreSQL: Graphile Worker claims jobs and tells workers of new ones; which come next, that a
 * worker is alive, what becomes of a job and who may take over whose jobs is decided by the rules of our own.
 * Time is the database's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';
import { putPending } from './daily-jobs.ts';
import {
  type Engine,
  type JobLease,
  logQueueError,
  type RecoveredJob,
  type RunJob,
  type StoredJob,
} from './engine.ts';
import { type DoJob, type GraphilePool, openPoolOfWorkers } from './graphile-pool.ts';
import { deadWorkers, graphileJobs, type LeasedJob, toStoredJob } from './graphile-store.ts';
import { asPending, endingOfDead, noteEnding } from './job.ts';
import { failedJobs } from './store.ts';

const RESTART_PAUSE_MS = 1000;

/** Makes the engine; it does nothing before it is started. */
export function graphileEngine(runtime: Runtime): Engine {
  const { jobLeaseSeconds } = runtime.config.worker;
  const stopping = new AbortController();
  /** The numbers of the jobs that run here. */
  const running = new Set<string>();
  const heartbeat = followHeartbeat(jobLeaseSeconds * 1000);
  let session: GraphilePool | null = null;
  let supervising: Promise<void> = Promise.resolve();
  let closeLine: () => Promise<void> = () => Promise.resolve();

  async function supervise(kinds: readonly string[], doJob: DoJob, wake: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        session = await openPoolOfWorkers(runtime, kinds, doJob, wake);
        if (stopping.signal.aborted) await session.close();
        await session.ended;
      } catch (error) {
        logQueueError(runtime, error);
      }
      session = null;
      await sleep(RESTART_PAUSE_MS, undefined, stopping).catch(() => undefined);
    }
  }

  /** A session that holds a job which it does not know of never got the answer to its claim: with its end others can take it. */
  async function endWhereClaimsWereLost(): Promise<void> {
    const current = session;
    if (current === null) return;
    const jobs = graphileJobs(runtime.db.read);
    if (await jobs.holdsUnknown(current.worker, [...running])) void current.close();
  }

  return {
    start(kinds, run) {
      const line = openReadyLine(runtime, kinds);
      closeLine = line.close;
      const doJob = doJobWith(runtime, run, running);
      supervising = supervise(kinds, (...job) => doJob(...job).finally(line.jobEnded), line.jobDue);
    },
    async renew() {
      const current = session;
      if (current === null) return;
      // Where others have taken its jobs, the next session has an id that nobody takes for dead.
      if (!(await graphileJobs(runtime.db.read).renew(current.worker, jobLeaseSeconds))) void current.close();
      heartbeat.beat(performance.now());
    },
    async recover() {
      await endWhereClaimsWereLost();
      const state = heartbeat.isSteady(performance.now()) ? 'dead' : 'ended';
      if (!(await deadWorkers(runtime.db.read, state).leftSomething(jobLeaseSeconds))) return [];
      return await runtime.db.write((tx) => takeOver(runtime, tx, state));
    },
    async stop() {
      stopping.abort();
      await closeLine();
      await session?.close();
      await supervising;
    },
    counts: () => graphileJobs(runtime.db.read).counts(),
  };
}

/**
 * Whether another worker's silence says that it is dead: only where this one could renew its own lease all along, for so
 * long that every other one had its turn. After the database was away, or all processes stood still, nobody could.
 */
export function followHeartbeat(leaseMs: number) {
  /** Twice as long as the pause between two renewals. */
  const longest = (leaseMs * 2) / 3;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** The lease was renewed at this time, in milliseconds. */
    beat(now: number) {
      if (now - last > longest) first = now;
      last = now;
    },
    isSteady: (now: number): boolean => now - last <= longest && now - first >= longest,
  };
}

/** Makes the jobs of dead workers pending again, or keeps them as failed. */
async function takeOver(runtime: Runtime, tx: Tx, state: 'dead' | 'ended'): Promise<RecoveredJob[]> {
  const { jobLeaseSeconds, jobMaxAttempts } = runtime.config.worker;
  const taken: { stored: StoredJob; ending: ReturnType<typeof endingOfDead> }[] = [];
  for (const stored of await deadWorkers(tx, state).takeJobs(jobLeaseSeconds)) {
    const ending = endingOfDead(stored.attempt, jobMaxAttempts);
    if (ending.status === 'pending') await putPending(runtime, tx, [asPending(stored, ending)]);
    else await failedJobs(tx, stored.tenant).add(stored, ending.error, runtime.clock());
    taken.push({ stored, ending });
  }
  const nameOf = ({ stored }: { stored: StoredJob }) => `${stored.tenant} ${stored.kind}`;
  for (const { stored, ending } of taken.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    await noteEnding(tx, stored, ending, runtime.clock());
  }
  return taken.map(({ stored, ending: { status } }) => ({ stored, status }));
}

/**
 * What Graphile Worker does with a job. It completes a job whose task returns and tries it again where that
 * throws.
 */
function doJobWith(runtime: Runtime, run: RunJob, running: Set<string>): DoJob {
  return async (worker, { job }) => {
    const stored = toStoredJob({ ...job, kind: job.task_identifier });
    if (stored === null) throw new Error('the job is not one that this service enqueued');
    const held: LeasedJob = { worker, number: job.id, key: stored.key };
    running.add(job.id);
    const isEnded = await run(leaseJob(runtime, held, stored)).finally(() => running.delete(job.id));
    if (!isEnded) throw new Error('the end of the run was not stored');
  };
}

function leaseJob(runtime: Runtime, held: LeasedJob, stored: StoredJob): JobLease {
  return {
    stored,
    isHeld: (tx) => graphileJobs(tx).isAlive(held.worker),
    async end(tx, ending) {
      if (!(await graphileJobs(tx).complete(held, ending.status !== 'pending'))) return false;
      if (ending.status === 'pending') await putPending(runtime, tx, [asPending(stored, ending)]);
      if (ending.status === 'failed')
        await failedJobs(tx, stored.tenant).add(stored, ending.error, runtime.clock());
      return true;
    },
  };
}

// What Graphile Worker may claim on PostgreSQL: a line of the next jobs, in the order of their turns
// (server/domain/jobs/turns.ts). It claims in the order of time, so all that wait behind these stand in the table of our
// own. Any number of workers fill one line.
//
// How long the line is follows how fast jobs are done (`longestLine`), so that no place is free while the line is filled,
// and slow jobs keep it short. So many jobs, of whichever tenants, may be started before one that becomes due; to this the
// bound of the turns is added. Jobs that are handed over directly (end_job in prisma/migrations) take the place of
// one that has run, and can make it longer by as many as run.

/** How often jobs are looked for that have become due, which nobody tells of. */
const LOOK_MS = 250;
const SECOND_MS = 1000;
/** The line is never longer, unless a worker does more jobs than this at once. */
const LONGEST = 100;
/** The part of a full line that may be done here before it is filled again: others take from it too. */
const PART = 4;

/** Jobs in the line: a second's work of a worker, but at least as many as it does at once. */
const longestLine = (concurrency: number, doneInSecond: number) =>
  Math.max(concurrency, Math.min(doneInSecond, LONGEST));

interface ReadyLine {
  /** A job has been enqueued that is due, or is due since another one has ended. */
  jobDue(): void;
  jobEnded(): void;
  /** Fills the line no more; resolves when that has ended. */
  close(): Promise<void>;
}

/** Fills the line with jobs of the given kinds until it is closed. */
function openReadyLine(runtime: Runtime, kinds: readonly JobKind[]): ReadyLine {
  const jobs = graphileJobs(runtime.db.read);
  let closed = false;
  let filling: Promise<void> | null = null;
  let again = false;
  /** Jobs that ended in the last second and in this one. */
  let done = { last: 0, now: 0 };
  /** After so many more have ended a full line is filled again; null where nothing waits behind it. */
  let left: number | null = null;

  async function fillOnce(): Promise<void> {
    const most = longestLine(runtime.config.worker.concurrency, Math.max(done.last, done.now));
    let length: number | null = null;
    while (!closed && length === null) {
      const observe = runtime.metrics.jobClaimSeconds.startTimer();
      length = await jobs.fillLine(kinds, most);
      observe();
    }
    left = length === most ? Math.ceil(most / PART) : null;
  }

  async function run(): Promise<void> {
    do {
      again = false;
      await fillOnce().catch((error: unknown) => logQueueError(runtime, error));
    } while (again && left === null && !closed);
    filling = null;
  }

  const fill = () => {
    again = true;
    if (!closed) filling ??= run();
  };
  const look = setInterval(fill, LOOK_MS);
  const count = setInterval(() => {
    done = { last: done.now, now: 0 };
  }, SECOND_MS);
  fill();
  return {
    jobDue() {
      if (left === null) fill();
    },
    jobEnded() {
      done.now += 1;
      if (left === null) return;
      left -= 1;
      if (left <= 0) fill();
    },
    async close() {
      closed = true;
      clearInterval(look);
      clearInterval(count);
      await filling;
    },
  };
}
