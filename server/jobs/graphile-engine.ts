/**
 * The engine on PostgreSQL: Graphile Worker claims jobs and tells workers of new ones; that a worker is alive, what
 * becomes of a job and who may take over whose jobs is decided by the rules of our own. Time is the database's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorFields } from '../platform/log/error-fields.ts';
import type { Runtime } from '../platform/runtime.ts';
import { deadWorkers } from './dead-workers-store.ts';
import type { Engine, Hold, Recovered, RunJob, StoredJob } from './engine.ts';
import { putPending } from './enqueue-job.ts';
import { type DoJob, openSession, type Session } from './graphile-session.ts';
import { graphileJobs, type HeldJob, readPayload } from './graphile-store.ts';
import { asPending, endingOfDead } from './requeue.ts';
import { failedJobs } from './store.ts';

const RESTART_PAUSE_MS = 1000;

/** Makes the engine; it does nothing before it is started. */
export function graphileEngine(runtime: Runtime): Engine {
  const { jobLeaseSeconds, jobMaxAttempts } = runtime.config.worker;
  const stopping = new AbortController();
  let session: Session | null = null;
  let supervising: Promise<void> = Promise.resolve();

  async function supervise(kinds: readonly string[], run: RunJob): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        session = await openSession(runtime, kinds, doJobWith(runtime, run));
        if (stopping.signal.aborted) await session.close();
        await session.ended;
      } catch (error) {
        runtime.log.error('queue.error', errorFields(error));
      }
      session = null;
      await sleep(RESTART_PAUSE_MS, undefined, stopping).catch(() => undefined);
    }
  }

  return {
    start(kinds, run) {
      supervising = supervise(kinds, run);
    },
    async renew() {
      const current = session;
      if (current === null) return;
      const alive = await graphileJobs(runtime.db.read).renew(current.worker, jobLeaseSeconds);
      // Others have taken its jobs; the next session has an id that nobody takes for dead.
      if (!alive) void current.close();
    },
    recover: () =>
      runtime.db.write(async (tx) => {
        const recovered: Recovered[] = [];
        for (const stored of await deadWorkers(tx).takeJobs(jobLeaseSeconds)) {
          const ending = endingOfDead(stored.attempt, jobMaxAttempts);
          if (ending.status === 'pending') await putPending(runtime, tx, [asPending(stored, ending)]);
          else await failedJobs(tx, stored.tenant).add(stored, ending.error, runtime.clock());
          recovered.push({ stored, status: ending.status });
        }
        return recovered;
      }),
    async stop() {
      stopping.abort();
      await session?.close();
      await supervising;
    },
    counts: () => graphileJobs(runtime.db.read).counts(),
  };
}

/** What Graphile Worker does with a job. It completes a job whose task returns and tries it again where that throws. */
function doJobWith(runtime: Runtime, run: RunJob): DoJob {
  return async (worker, { job }) => {
    const stored = readPayload(job.task_identifier, job.payload, job.attempts);
    if (stored === null || job.key === null) throw new Error('the job is not one that this service enqueued');
    const held: HeldJob = { worker, number: job.id, key: job.key };
    if (!(await run(holdOf(runtime, held, stored)))) throw new Error('the end of the run was not stored');
  };
}

function holdOf(runtime: Runtime, held: HeldJob, stored: StoredJob): Hold {
  return {
    stored,
    isHeld: (tx) => graphileJobs(tx).isAlive(held.worker),
    async end(tx, ending) {
      if (!(await graphileJobs(tx).settle(held))) return false;
      if (ending.status === 'pending') await putPending(runtime, tx, [asPending(stored, ending)]);
      if (ending.status === 'failed')
        await failedJobs(tx, stored.tenant).add(stored, ending.error, runtime.clock());
      return true;
    },
  };
}
