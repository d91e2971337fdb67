/**
 * What Graphile Worker may claim on PostgreSQL: a line of the next jobs, in the order of their turns
 * (server/domain/jobs/turns.ts). It claims in the order of time, so all that wait behind these stand in the table of our
 * own. Any number of workers fill one line.
 *
 * How long the line is follows how fast jobs are done (`longestLine`), so that no place is free while the line is filled,
 * and slow jobs keep it short. So many jobs, of whichever tenants, may be started before one that becomes due; to this the
 * bound of the turns is added. Jobs that are handed over directly (end_job in prisma/migrations) take the place of
 * one that has run, and can make it longer by as many as run.
 */
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';
import { logQueueError } from './engine.ts';
import { graphileJobs } from './graphile-store.ts';

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
export function openReadyLine(runtime: Runtime, kinds: readonly JobKind[]): ReadyLine {
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
    while (!closed && length === null) length = await jobs.fillLine(kinds, most);
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
