/**
 * Jobs on PostgreSQL: Graphile Worker's, through its public functions and view, and the SQL functions of our own that
 * keep to its rules and ours. Times are the database's. Read by no tenant: a worker serves all of them.
 */
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';
import { isJobKind, type JobKind, payloadOf, toEarlierColumns } from './catalogue.ts';
import {
  type HeldJobs,
  type JobCounts,
  type PendingJob,
  PROCESS_NAME,
  type StoredJob,
  type WaitingJobs,
} from './engine.ts';

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

/** A job that a worker holds: Graphile Worker's id of it, and of the worker. */
export interface LeasedJob {
  worker: string;
  number: string;
  key: string;
}

/** The answer to a claim takes no longer; where it does, a session ends in vain, and another follows. */
const CLAIM_SECONDS = 10;

const textArray = (values: readonly string[]) => Prisma.sql`ARRAY[${Prisma.join([...values])}]::text[]`;

const seconds = (value: number) => Prisma.sql`make_interval(secs => ${value}::double precision)`;
const duration = (ms: number | null) => (ms === null ? Prisma.sql`NULL::interval` : seconds(ms / 1000));

/** A job as Graphile Worker keeps it; what it calls the payload is the job's row. */
export interface GraphileRow {
  key: string | null;
  kind: string;
  payload: unknown;
  attempts: number;
}

/** The job of a row, or null where it is not one of our jobs. */
export function toStoredJob({ key, kind, payload: row, attempts }: GraphileRow): StoredJob | null {
  if (typeof row !== 'object' || row === null || !('id' in row) || key === null || !isJobKind(kind))
    return null;
  const { id, tenant, ...columns } = row as { id: string; tenant: string } & Parameters<typeof payloadOf>[1];
  return { id, kind, tenant, key, payload: payloadOf(kind, columns), attempt: Number(attempts) };
}

export function graphileJobs(tx: Tx) {
  const client = clientOf(tx);

  return {
    /** Adds jobs, or merges them into those of their keys that are pending; answers with the ids of those added. */
    async enqueue(jobs: PendingJob[]): Promise<Set<string>> {
      const calls = jobs.map((job) => {
        const { agentId, skillId } = toEarlierColumns(job);
        return Prisma.sql`(${job.id}::text, ${job.tenant}::text, ${job.kind}::text, ${job.key}::text,
          ${agentId}::text, ${skillId}::text, ${job.payload}::text,
          ${duration(job.delayMs)}, ${duration(job.longestMs)}, ${job.attempts}::integer)`;
      });
      const rows = await client.$queryRaw<{ id: string; added: boolean }[]>`
        SELECT id, enqueue_job(id, tenant, kind, key, agent, skill, payload, delay, longest, attempts) AS added
        FROM (VALUES ${Prisma.join(calls)})
          AS job (id, tenant, kind, key, agent, skill, payload, delay, longest, attempts)`;
      return new Set(rows.flatMap(({ id, added }) => (added ? [id] : [])));
    },

    /**
     * Gives turns to jobs of the kinds that have become due, and fills the ready line up to `most` of them. Answers with its
     * length, which is `most` also where somebody else fills it now; null where more jobs need turns first.
     */
    async fillLine(kinds: readonly JobKind[], most: number): Promise<number | null> {
      const [row] = await client.$queryRaw<{ length: number | null }[]>`
        SELECT fill_ready_line(${textArray(kinds)}, ${most}::integer) AS length`;
      return row?.length ?? null;
    },

    /** Says that a worker is alive for `leaseSeconds` from now; also again, where the answer was lost. */
    async register(worker: string, leaseSeconds: number): Promise<void> {
      await client.$executeRaw`
        INSERT INTO job_worker (id, name, lease_until)
        VALUES (${worker}, ${PROCESS_NAME}, clock_timestamp() + ${seconds(leaseSeconds)})
        ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`;
    },

    /** As {@link register}, for one that is known; false where its jobs have been taken over, or may be. */
    async renew(worker: string, leaseSeconds: number): Promise<boolean> {
      const count = await client.$executeRaw`
        UPDATE job_worker SET lease_until = clock_timestamp() + ${seconds(leaseSeconds)}
        WHERE id = ${worker} AND lease_until > '-infinity'`;
      return count === 1;
    },

    /** Whether a worker has held a job that is none of those it runs for longer than the answer to a claim takes. */
    async holdsUnknown(worker: string, running: string[]): Promise<boolean> {
      const numbers = Prisma.join(['0', ...running]);
      const rows = await client.$queryRaw<unknown[]>`
        SELECT 1 AS one FROM graphile_worker.jobs
        WHERE locked_by = ${worker} AND key IS NOT NULL AND id <> ALL (ARRAY[${numbers}]::bigint[])
          AND locked_at < clock_timestamp() - ${seconds(CLAIM_SECONDS)} LIMIT 1`;
      return rows.length > 0;
    },

    /** Says that a worker has ended: what it still holds may be taken. */
    async retire(worker: string): Promise<void> {
      await client.$executeRaw`UPDATE job_worker SET lease_until = '-infinity' WHERE id = ${worker}`;
    },

    /** Whether a worker's jobs are its own; where they are, they are until the transaction ends. */
    async isAlive(worker: string): Promise<boolean> {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT 1 AS alive FROM job_worker WHERE id = ${worker} FOR KEY SHARE`;
      return rows.length > 0;
    },

    /**
     * Takes a job out of its worker's hands; false where it is not in them. Where it is not enqueued again, the job that
     * waited for this may run now.
     */
    async complete({ worker, number, key }: LeasedJob, isOver: boolean): Promise<boolean> {
      const job = Prisma.sql`(${worker}::text, ${number}::bigint, ${key}::text)`;
      const [row] = await client.$queryRaw<{ completed: boolean }[]>`
        SELECT ${isOver ? Prisma.sql`end_job${job}` : Prisma.sql`settle_job${job}`} AS completed`;
      return row?.completed === true;
    },

    async counts(): Promise<JobCounts> {
      const [row] = await client.$queryRaw<Record<keyof JobCounts, number | bigint>[]>`
        SELECT
          (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NOT NULL)
            + (SELECT count(*) FROM job WHERE status = 'pending') AS pending,
          (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND key IS NOT NULL) AS running,
          (SELECT count(*) FROM job WHERE status = 'failed') AS failed`;
      return { pending: Number(row?.pending), running: Number(row?.running), failed: Number(row?.failed) };
    },
  };
}

export async function waitingOnGraphile(tx: Tx): Promise<WaitingJobs[]> {
  const rows = await clientOf(tx).$queryRaw<{ kind: string; jobs: unknown; oldest: number }[]>`
    SELECT kind, count(*) AS jobs,
      greatest(extract(epoch FROM clock_timestamp() - min(run_at)), 0)::double precision AS oldest
    FROM (
      SELECT task_identifier AS kind, run_at FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND key IS NOT NULL
      UNION ALL SELECT kind, run_at AT TIME ZONE 'utc' FROM job WHERE status = 'pending'
    ) AS waiting GROUP BY kind`;
  return rows.map(({ kind, jobs, oldest }) => ({ kind, jobs: Number(jobs), oldestSeconds: oldest }));
}

/** The jobs that workers hold. A worker that is known no more, or of the version before, goes by its id. */
export async function heldOnGraphile(tx: Tx): Promise<HeldJobs[]> {
  const rows = await clientOf(tx).$queryRaw<{ kind: string; worker: string; jobs: unknown }[]>`
    SELECT task_identifier AS kind, coalesce(nullif(job_worker.name, ''), locked_by) AS worker, count(*) AS jobs
    FROM graphile_worker.jobs AS job LEFT JOIN job_worker ON job_worker.id = job.locked_by
    WHERE locked_at IS NOT NULL AND key IS NOT NULL GROUP BY 1, 2`;
  return rows.map(({ kind, worker, jobs }) => ({ kind, worker, jobs: Number(jobs) }));
}
