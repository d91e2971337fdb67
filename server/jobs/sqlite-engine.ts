/**
 * The engine on SQLite: asks the table once a second, and again whenever a run has ended. Each run has a
 * token of its own, which ends and commits must show, so a run that lost its job cannot pass for the one that
 * has it now.
 */
import { randomUUID } from 'node:crypto';
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';
import { putPending } from './daily-jobs.ts';
import {
  type Engine,
  type JobLease,
  logQueueError,
  PROCESS_NAME,
  type RecoveredJob,
  type RunJob,
} from './engine.ts';
import { asPending, endingOfDead, noteEnding } from './job.ts';
import { type RunningJob, sqliteJobs } from './sqlite-store.ts';

const POLL_MS = 1000;
const RECOVERED_AT_ONCE = 100;

/** Makes the engine; it does nothing before it is started. */
export function sqliteEngine(runtime: Runtime): Engine {
  const { concurrency, jobLeaseSeconds, jobMaxAttempts } = runtime.config.worker;
  const running = new Map<string, Promise<void>>();
  let stopping = false;
  let wake: () => void = () => undefined;
  let looping: Promise<void> = Promise.resolve();

  const leaseUntil = () => new Date(runtime.clock().getTime() + jobLeaseSeconds * 1000);
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function claim(kinds: readonly JobKind[]): Promise<RunningJob[]> {
    const take = concurrency - running.size;
    let claimed: RunningJob[] | null = take === 0 ? [] : null;
    while (claimed === null && !stopping) claimed = await claimOnce(runtime, kinds, { take, leaseUntil });
    return claimed ?? [];
  }

  async function renew(): Promise<void> {
    const owners = new Set([...running.keys()].map((name) => name.slice(0, name.indexOf(' '))));
    if (owners.size > 0) await runtime.db.write((tx) => sqliteJobs(tx).renew([...owners], leaseUntil()));
  }

  async function loop(kinds: readonly JobKind[], run: RunJob): Promise<void> {
    while (!stopping) {
      try {
        const claimed = await claim(kinds);
        for (const job of claimed) {
          const name = `${job.owner} ${job.id}`;
          const ended = run(leaseJob(runtime, job)).then(() => {
            running.delete(name);
            wake();
          });
          running.set(name, ended);
        }
        if (claimed.length > 0) continue;
      } catch (error) {
        logQueueError(runtime, error);
      }
      if (!stopping) await pause();
    }
  }

  return {
    start(kinds, run) {
      looping = loop(kinds, run);
    },
    renew,
    async recover() {
      // A clock that was set makes leases wrong of jobs that run here.
      await renew();
      const times = () => ({ now: runtime.clock(), latest: leaseUntil() });
      const expired = await sqliteJobs(runtime.db.read).expired(times(), RECOVERED_AT_ONCE);
      const recovered: RecoveredJob[] = [];
      for (const job of expired) {
        const ending = endingOfDead(job.attempt, jobMaxAttempts);
        const taken = await runtime.db.write(async (tx) => {
          // By the time of now: a lease that was given since ends later than any could when they were looked for.
          const current = times();
          if (!(await sqliteJobs(tx).isExpired(job, current))) return false;
          if (!(await leaseJob(runtime, job).end(tx, ending))) return false;
          await noteEnding(tx, job, ending, current.now);
          return true;
        });
        if (taken) recovered.push({ stored: job, status: ending.status });
      }
      return recovered;
    },
    async stop() {
      stopping = true;
      wake();
      await looping;
      await Promise.all(running.values());
    },
    counts: () => sqliteJobs(runtime.db.read).counts(),
  };
}

interface Claim {
  take: number;
  leaseUntil: () => Date;
}

async function claimOnce(
  runtime: Runtime,
  kinds: readonly JobKind[],
  claim: Claim,
): Promise<RunningJob[] | null> {
  const observe = runtime.metrics.jobClaimSeconds.startTimer();
  const claimed = await claimDue(runtime, kinds, claim);
  observe();
  return claimed;
}

/** Gives turns and claims jobs; null where more have become due: all of them get turns before one is begun. */
async function claimDue(
  { db, clock }: Runtime,
  kinds: readonly JobKind[],
  { take, leaseUntil }: Claim,
): Promise<RunningJob[] | null> {
  const now = clock();
  if (!(await sqliteJobs(db.read).isDue(kinds, now))) return [];
  return await db.write(async (tx) => {
    const jobs = sqliteJobs(tx);
    if (await jobs.giveTurns(kinds, now)) return null;
    const owner = `${randomUUID()}@${PROCESS_NAME}`;
    return await jobs.claim(kinds, { now, owner, leaseUntil: leaseUntil(), take });
  });
}

function leaseJob(runtime: Runtime, job: RunningJob): JobLease {
  return {
    stored: job,
    isHeld: (tx) => sqliteJobs(tx).isHeld(job),
    async end(tx, ending) {
      const jobs = sqliteJobs(tx);
      if (ending.status !== 'pending') {
        const error = ending.status === 'failed' ? ending.error : null;
        return await jobs.finish(job, { status: ending.status, error, now: runtime.clock() });
      }
      if (!(await jobs.remove(job))) return false;
      await putPending(runtime, tx, [asPending(job, ending)]);
      return true;
    },
  };
}
