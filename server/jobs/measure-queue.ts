/** How many jobs wait and since when, and who holds how many, for the metrics. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readFromReplica } from '../platform/db/replica/replica.ts';
import type { Runtime } from '../platform/runtime.ts';
import { JOB_KINDS } from './catalogue.ts';
import { logQueueError } from './engine.ts';
import { heldOnGraphile, waitingOnGraphile } from './graphile-store.ts';
import { heldOnSqlite, waitingOnSqlite } from './sqlite-store.ts';

/** Prometheus gives up after some seconds, and the other metrics are needed most while the database is slow. */
const LONGEST_MS = 2000;

/**
 * Sets the gauges of the queue. They are absent where the database does not tell in time. Never rejects; many
 * at once read the queue once.
 */
export async function measureQueue(runtime: Runtime): Promise<void> {
  const { jobsWaiting, jobsOldest, jobsRunning } = runtime.metrics;
  const kept = runtime.once('queue-reading', (): { underWay: Promise<boolean> | null } => ({
    underWay: null,
  }));
  kept.underWay ??= readFromReplica(runtime, readQueue).finally(() => {
    kept.underWay = null;
  });
  const inTime = await Promise.race([kept.underWay, sleep(LONGEST_MS, false, { ref: false })]);
  if (inTime) return;
  jobsWaiting.reset();
  jobsOldest.reset();
  jobsRunning.reset();
}

async function readQueue(runtime: Runtime): Promise<boolean> {
  const { db, clock, metrics } = runtime;
  try {
    const [waiting, held] =
      db.dialect === 'sqlite'
        ? [await waitingOnSqlite(db.read, clock()), await heldOnSqlite(db.read)]
        : [await waitingOnGraphile(db.read), await heldOnGraphile(db.read)];
    metrics.jobsRunning.reset();
    for (const { kind, worker, jobs } of held) metrics.jobsRunning.set({ kind, worker }, jobs);
    for (const kind of JOB_KINDS) {
      // A counter that begins with its first failure shows no increase, and an alert would miss that failure.
      metrics.jobs.inc({ kind, status: 'failed' }, 0);
      const { jobs = 0, oldestSeconds = 0 } = waiting.find((some) => some.kind === kind) ?? {};
      metrics.jobsWaiting.set({ kind }, jobs);
      metrics.jobsOldest.set({ kind }, oldestSeconds);
    }
    return true;
  } catch (error) {
    logQueueError(runtime, error);
    return false;
  }
}
