/**
 * Jobs on SQLite: one row a job, in any state. Of a key at most one is pending and one running; unique indexes hold
 * that, and anyone who would add a second pending one merges into the first. The one table that is not read by tenant: a
 * worker serves all of them.
 */
import { giveTurns } from '../domain/jobs/turns.ts';
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';
import { type JobKind, payloadOf, toEarlierColumns } from './catalogue.ts';
import type { HeldJobs, JobCounts, PendingJob, StoredJob, WaitingJobs } from './engine.ts';

/** A running job, as its worker, and the worker that takes it over, know it. */
export interface RunningJob extends StoredJob {
  owner: string;
}

/** The present moment, and until when a lease that is given now lasts. */
interface LeaseTimes {
  now: Date;
  latest: Date;
}

interface JobRow {
  tenant: string;
  id: string;
  kind: JobKind;
  key: string;
  agent_id: string;
  skill_id: string | null;
  payload: string | null;
  attempts: number;
  owner: string;
}

/** A due job without a turn, the highest turn of its tenant, and the lowest of all. */
interface DueRow {
  tenant: string;
  id: string;
  last: bigint | number | null;
  lowest: bigint | number | null;
}

const toTurn = (value: bigint | number | null) => (value === null ? null : Number(value));

/** Jobs that get their turns in one transaction. */
const TURNS_AT_ONCE = 500;

const oneOf = (kinds: readonly JobKind[]) => Prisma.sql`(${Prisma.join([...kinds])})`;

const COLUMNS = Prisma.sql`tenant, id, kind, key, agent_id, skill_id, payload, attempts, owner`;

/** Rows in one statement: SQLite takes 32,766 values. */
const ROWS_PER_INSERT = 1000;

function toJob({ agent_id: agentId, skill_id: skillId, payload, attempts, ...row }: JobRow): RunningJob {
  return {
    ...row,
    payload: payloadOf(row.kind, { payload, agentId, skillId }),
    attempt: Number(attempts),
  };
}

/** `now` as the client stores it, moved by a number of seconds; NULL where that is null. */
const later = (column: Prisma.Sql, ms: number | null) =>
  ms === null
    ? Prisma.sql`NULL`
    : Prisma.sql`strftime('%Y-%m-%dT%H:%M:%f', ${column}, ${`+${ms / 1000} seconds`}) || '+00:00'`;

/** What no job of its key that runs keeps from beginning. */
const isFree = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM job AS other WHERE other.tenant = due.tenant AND other.key = due.key AND other.status = 'running'
)`;

/**
 * Jobs without a turn that may begin. One from the future was enqueued before the clock was set back: when it was to
 * begin is no longer known, and nothing is gained by waiting for that time to come again.
 */
const dueWithoutTurn = (kinds: readonly JobKind[], now: Date) => {
  const waiting = Prisma.sql`due.status = 'pending' AND due.turn IS NULL AND due.kind IN ${oneOf(kinds)} AND ${isFree}`;
  return Prisma.sql`
    SELECT tenant, id, run_at FROM (
      SELECT tenant, id, run_at FROM job AS due WHERE ${waiting} AND due.run_at <= ${now} ORDER BY run_at LIMIT ${TURNS_AT_ONCE}
    ) UNION ALL SELECT tenant, id, run_at FROM (
      SELECT tenant, id, run_at FROM job AS due WHERE ${waiting} AND due.created_at > ${now} AND due.run_at > ${now}
      LIMIT ${TURNS_AT_ONCE}
    ) LIMIT ${TURNS_AT_ONCE}`;
};

/** Gives turns to at most {@link TURNS_AT_ONCE} jobs that have become due; whether there may be more. */
async function giveTurnsOnce(tx: Tx, kinds: readonly JobKind[], now: Date): Promise<boolean> {
  const client = clientOf(tx);
  const rows = await client.$queryRaw<DueRow[]>`
    SELECT due.tenant, due.id,
      (SELECT max(own.turn) FROM job AS own
        WHERE own.tenant = due.tenant AND own.status = 'pending' AND own.turn IS NOT NULL) AS last,
      (SELECT turn FROM job
        WHERE status = 'pending' AND turn IS NOT NULL AND kind IN ${oneOf(kinds)} ORDER BY turn LIMIT 1) AS lowest
    FROM (${dueWithoutTurn(kinds, now)}) AS due ORDER BY due.run_at`;
  if (rows.length === 0) return false;
  const turns = giveTurns(
    rows.map(({ tenant, last }) => ({ tenant, lastTurn: toTurn(last) })),
    toTurn(rows[0]?.lowest ?? null),
  );
  const given = rows.map(({ tenant, id }, at) => Prisma.sql`(${tenant}, ${id}, ${turns[at]})`);
  await client.$executeRaw`
    WITH given (tenant, id, turn) AS (VALUES ${Prisma.join(given)})
    UPDATE job SET turn = given.turn FROM given WHERE job.tenant = given.tenant AND job.id = given.id`;
  return rows.length === TURNS_AT_ONCE;
}

export function sqliteJobs(tx: Tx) {
  const client = clientOf(tx);
  const held = ({ tenant, id, owner }: RunningJob) => ({ tenant, id, owner, status: 'running' });

  async function upsert(jobs: PendingJob[], longestMs: number | null, now: Date): Promise<string[]> {
    const values = jobs.map((job) => {
      const { agentId, skillId } = toEarlierColumns(job);
      return Prisma.sql`(${job.tenant}, ${job.id}, ${job.kind}, ${job.key}, ${agentId}, ${skillId}, ${job.payload},
        'pending', ${job.attempts}, ${job.error},
        ${new Date(now.getTime() + job.delayMs)}, ${now}, ${now})`;
    });
    const latest = later(Prisma.sql`job.created_at`, longestMs);
    const putOff = Prisma.sql`min(excluded.run_at, coalesce(${latest}, excluded.run_at))`;
    const rows = await client.$queryRaw<{ id: string }[]>`
      INSERT INTO job
        (tenant, id, kind, key, agent_id, skill_id, payload, status, attempts, last_error, run_at, created_at, updated_at)
      VALUES ${Prisma.join(values)}
      ON CONFLICT (tenant, key) WHERE status = 'pending' DO UPDATE SET
        run_at = max(job.run_at, ${putOff}),
        turn = CASE WHEN ${putOff} > job.run_at THEN NULL ELSE job.turn END,
        attempts = max(job.attempts, excluded.attempts),
        last_error = coalesce(excluded.last_error, job.last_error),
        updated_at = excluded.updated_at
      RETURNING id`;
    return rows.map(({ id }) => id);
  }

  return {
    /** Adds jobs, or merges them into those of their keys that are pending; answers with the ids of those added. */
    async enqueue(jobs: PendingJob[], now: Date): Promise<Set<string>> {
      const ids = new Set<string>();
      for (const [longestMs, alike] of Map.groupBy(jobs, (job) => job.longestMs)) {
        for (let start = 0; start < alike.length; start += ROWS_PER_INSERT) {
          const some = alike.slice(start, start + ROWS_PER_INSERT);
          for (const id of await upsert(some, longestMs, now)) ids.add(id);
        }
      }
      return new Set(jobs.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
    },

    /** Whether a job of the kinds is due: what is asked before anything is locked. */
    async isDue(kinds: readonly JobKind[], now: Date): Promise<boolean> {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT 1 AS one WHERE EXISTS (
          SELECT 1 FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind IN ${oneOf(kinds)}
        ) OR EXISTS (${dueWithoutTurn(kinds, now)})`;
      return rows.length > 0;
    },

    /** Gives turns to jobs of the kinds that have become due; whether there may be more. */
    giveTurns: (kinds: readonly JobKind[], now: Date): Promise<boolean> => giveTurnsOnce(tx, kinds, now),

    /** Claims up to `take` jobs in one statement, in the order of their turns. One that has a turn has no running job of its key. */
    async claim(
      kinds: readonly JobKind[],
      { now, owner, leaseUntil, take }: { now: Date; owner: string; leaseUntil: Date; take: number },
    ): Promise<RunningJob[]> {
      const rows = await client.$queryRaw<JobRow[]>`
        UPDATE job SET status = 'running', attempts = attempts + 1, owner = ${owner}, lease_until = ${leaseUntil},
          turn = NULL, updated_at = ${now}
        WHERE rowid IN (
          SELECT rowid FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind IN ${oneOf(kinds)}
          ORDER BY turn, run_at LIMIT ${take}
        )
        RETURNING ${COLUMNS}`;
      return rows.map(toJob);
    },

    /** Running jobs whose lease has expired. One beyond `latest`, the end of a lease of now, is from before the clock was set back. */
    async expired({ now, latest }: LeaseTimes, take: number): Promise<RunningJob[]> {
      const rows = await client.$queryRaw<JobRow[]>`
        SELECT ${COLUMNS} FROM job WHERE status = 'running' AND (lease_until <= ${now} OR lease_until > ${latest})
        ORDER BY lease_until LIMIT ${take}`;
      return rows.map(toJob);
    },

    /** Whether a job is still in the hands of the worker whose lease has expired. */
    async isExpired(job: RunningJob, { now, latest }: LeaseTimes): Promise<boolean> {
      const where = { ...held(job), OR: [{ leaseUntil: { lte: now } }, { leaseUntil: { gt: latest } }] };
      return (await client.job.findFirst({ where, select: { id: true } })) !== null;
    },

    async isHeld(job: RunningJob): Promise<boolean> {
      return (await client.job.findFirst({ where: held(job), select: { id: true } })) !== null;
    },

    /** Gives the jobs of these owners a lease until `until`. */
    async renew(owners: string[], until: Date): Promise<void> {
      await client.job.updateMany({
        where: { owner: { in: owners }, status: 'running' },
        data: { leaseUntil: until },
      });
    },

    /** Ends a run for good; false where the job is not held. Of a key only the last job done is kept. */
    async finish(
      job: RunningJob,
      { status, error, now }: { status: 'done' | 'failed'; error: string | null; now: Date },
    ): Promise<boolean> {
      const { count } = await client.job.updateMany({
        where: held(job),
        data: { status, lastError: error, owner: null, leaseUntil: null, updatedAt: now },
      });
      if (count === 1 && status === 'done') {
        await client.$executeRaw`
          DELETE FROM job
          WHERE tenant = ${job.tenant} AND key = ${job.key} AND status = 'done' AND id <> ${job.id}`;
      }
      return count === 1;
    },

    /** Takes a running job out of the table, to be enqueued again; false where it is not held. */
    async remove(job: RunningJob): Promise<boolean> {
      return (await client.job.deleteMany({ where: held(job) })).count === 1;
    },

    async counts(): Promise<JobCounts> {
      const groups = await client.job.groupBy({ by: ['status'], _count: { _all: true } });
      const countOf = (status: string) => groups.find((group) => group.status === status)?._count._all ?? 0;
      return { pending: countOf('pending'), running: countOf('running'), failed: countOf('failed') };
    },
  };
}

/** The jobs that run, by kind and the process of their worker, which an owner names after its own token. */
export async function heldOnSqlite(tx: Tx): Promise<HeldJobs[]> {
  const rows = await clientOf(tx).$queryRaw<{ kind: string; worker: string; jobs: unknown }[]>`
    SELECT kind, substr(owner, instr(owner, '@') + 1) AS worker, count(*) AS jobs
    FROM job WHERE status = 'running' GROUP BY 1, 2`;
  return rows.map(({ kind, worker, jobs }) => ({ kind, worker, jobs: Number(jobs) }));
}

export async function waitingOnSqlite(tx: Tx, now: Date): Promise<WaitingJobs[]> {
  const groups = await clientOf(tx).job.groupBy({
    by: ['kind'],
    where: { status: 'pending' },
    _count: { _all: true },
    _min: { runAt: true },
  });
  return groups.map(({ kind, _count, _min }) => ({
    kind,
    jobs: _count._all,
    oldestSeconds: Math.max(0, (now.getTime() - (_min.runAt ?? now).getTime()) / 1000),
  }));
}
