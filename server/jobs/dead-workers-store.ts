/**
 * Taking over the jobs of workers on PostgreSQL that died. The worker that deletes a worker's row has its jobs: what that worker
 * still commits fails, because it can no longer find the row. Read by no tenant: a worker serves all of them.
 */
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';
import type { StoredJob } from './engine.ts';
import { type GraphileRow, seconds, textArray, toStoredJob } from './graphile-store.ts';

/** The advisory lock of recovery: "swep" in ASCII. One worker at a time is enough. */
const RECOVERY_LOCK = 0x73776570;

/**
 * A worker that is in no table is dead if it has held a job for so long, or for a lease where that is longer: it registers
 * in the moment of its first claim, and tries again while it cannot.
 */
const UNKNOWN_SECONDS = 60;

/** A run has ended and its end is stored; its worker only failed to remove it. */
const FINISHED = Prisma.sql`(locked_at IS NULL AND key IS NULL)`;

/**
 * The jobs of workers that said that they have ended (`retire`), or of these and all others that give no sign of life.
 */
export function deadWorkers(tx: Tx, state: 'ended' | 'dead') {
  const client = clientOf(tx);
  const silent = Prisma.sql`${state === 'dead'}`;
  const isDead = Prisma.sql`lease_until <= CASE WHEN ${silent} THEN clock_timestamp() ELSE '-infinity' END`;

  /** Workers in the middle of a commit are passed over: they are alive. */
  async function removeDead(): Promise<string[]> {
    const rows = await client.$queryRaw<{ id: string }[]>`
      DELETE FROM job_worker WHERE id IN (
        SELECT id FROM job_worker WHERE ${isDead} FOR UPDATE SKIP LOCKED
      ) RETURNING id`;
    return rows.map(({ id }) => id);
  }

  /** Jobs of the dead, and those that workers nobody knows have held for longer than a lease. */
  async function heldBy(
    dead: string[],
    leaseSeconds: number,
  ): Promise<{ numbers: string[]; workers: string[] }> {
    const wasKnown = dead.length === 0 ? Prisma.sql`false` : Prisma.sql`locked_by = ANY (${textArray(dead)})`;
    const rows = await client.$queryRaw<{ number: string; worker: string }[]>`
      SELECT id::text AS number, locked_by AS worker FROM graphile_worker.jobs AS job
      WHERE locked_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM job_worker WHERE job_worker.id = job.locked_by)
        AND (${wasKnown} OR ${silent} AND locked_at <= clock_timestamp() - ${seconds(Math.max(leaseSeconds, UNKNOWN_SECONDS))})`;
    return {
      numbers: rows.map(({ number }) => number),
      workers: [...new Set(rows.map(({ worker }) => worker))],
    };
  }

  /** Removes jobs that are held by nobody; answers with those whose run had not ended, in the order of their keys. */
  async function remove(numbers: string[]): Promise<StoredJob[]> {
    const ids = Prisma.sql`ARRAY[${Prisma.join(numbers)}]::bigint[]`;
    const rows = await client.$queryRaw<GraphileRow[]>`
      WITH kind AS (
        SELECT id, task_identifier FROM graphile_worker.jobs WHERE id = ANY (${ids})
      )
      SELECT taken.key, kind.task_identifier AS kind, taken.payload, taken.attempts
      FROM graphile_worker.complete_jobs(${ids}) AS taken JOIN kind ON kind.id = taken.id
      ORDER BY taken.key COLLATE "C"`;
    return rows.map(toStoredJob).filter((stored) => stored !== null);
  }

  return {
    /** Whether there seems to be something to take: what is asked before anything is locked. */
    async leftSomething(leaseSeconds: number): Promise<boolean> {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT 1 AS one FROM job_worker WHERE ${isDead}
        UNION ALL
        SELECT 1 FROM graphile_worker.jobs AS job
        WHERE ${FINISHED} OR (
          ${silent} AND locked_at <= clock_timestamp() - ${seconds(Math.max(leaseSeconds, UNKNOWN_SECONDS))}
          AND NOT EXISTS (SELECT 1 FROM job_worker WHERE job_worker.id = job.locked_by)
        ) LIMIT 1`;
      return rows.length > 0;
    },

    /** Takes and removes the jobs of the dead; jobs that waited behind them may run then. Of two at once one finds none. */
    async takeJobs(leaseSeconds: number): Promise<StoredJob[]> {
      const [lock] = await client.$queryRaw<{ free: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${RECOVERY_LOCK}::bigint) AS free`;
      if (lock?.free !== true) return [];
      await client.$executeRaw`
        SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE ${FINISHED}))`;
      const { numbers, workers } = await heldBy(await removeDead(), leaseSeconds);
      if (numbers.length === 0) return [];
      await client.$executeRaw`SELECT graphile_worker.force_unlock_workers(${textArray(workers)})`;
      return await remove(numbers);
    },
  };
}
