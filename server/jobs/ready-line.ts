/**
 * What Graphile Worker may claim on PostgreSQL: a short line of the next jobs, in the order of their turns
 * (server/domain/jobs/turns.ts). It claims in the order of time, so all that wait behind these stand in the table of our
 * own. Any number of workers fill one line.
 *
 * The line has at most as many jobs as a worker does at once. So many, of whichever tenants, may be started before a job
 * that becomes due; to this the bound of the turns is added.
 */
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';
import { logQueueError } from './engine.ts';
import { graphileJobs } from './graphile-store.ts';

/** How often jobs are looked for that have become due. */
const LOOK_MS = 1000;

interface ReadyLine {
  /** Fills the line soon: when a job has been added, or one has ended. */
  fill(): void;
  /** Fills it no more; resolves when that has ended. */
  close(): Promise<void>;
}

/** Fills the line with jobs of the given kinds until it is closed. */
export function openReadyLine(runtime: Runtime, kinds: readonly JobKind[]): ReadyLine {
  const { concurrency } = runtime.config.worker;
  let closed = false;
  let filling: Promise<void> | null = null;
  let again = false;

  async function fillUp(): Promise<void> {
    while (!closed && (await graphileJobs(runtime.db.read).isLineShort(kinds, Math.ceil(concurrency / 2)))) {
      const isOver = await runtime.db.write((tx) => fillOnce(tx, kinds, concurrency));
      if (isOver) return;
    }
  }

  async function run(): Promise<void> {
    do {
      again = false;
      await fillUp().catch((error: unknown) => logQueueError(runtime, error));
    } while (again && !closed);
    filling = null;
  }

  const fill = () => {
    again = true;
    if (!closed) filling ??= run();
  };
  const timer = setInterval(fill, LOOK_MS);
  fill();
  return {
    fill,
    async close() {
      closed = true;
      clearInterval(timer);
      await filling;
    },
  };
}

/** Gives turns and fills the line; false where more jobs have become due, which need their turns before one is begun. */
async function fillOnce(tx: Tx, kinds: readonly JobKind[], most: number): Promise<boolean> {
  const jobs = graphileJobs(tx);
  if (!(await jobs.lockLine())) return true;
  if (await jobs.giveTurns(kinds)) return false;
  await jobs.fillLine(kinds, most);
  return true;
}
