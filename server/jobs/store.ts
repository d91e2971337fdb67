/** Jobs that failed for good, on both engines in one table, and the agents that daily jobs are enqueued for. */
import { Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';
import { isJobKind, type JobKind, jobKey, LEARNING_KINDS, payloadOf, toEarlierColumns } from './catalogue.ts';
import type { StoredJob } from './engine.ts';

export interface FailedRecord {
  id: string;
  kind: JobKind;
  key: string;
  payload: string;
  attempts: number;
  lastError: string | null;
  failedAt: Date;
}

const FAILED = {
  id: true,
  kind: true,
  key: true,
  payload: true,
  agentId: true,
  skillId: true,
  attempts: true,
  lastError: true,
  updatedAt: true,
} as const;

type FailedRow = Prisma.JobGetPayload<{ select: typeof FAILED }>;

function toFailed({ updatedAt, kind, payload, agentId, skillId, ...row }: FailedRow): FailedRecord[] {
  if (!isJobKind(kind)) return [];
  return [{ ...row, kind, payload: payloadOf(kind, { payload, agentId, skillId }), failedAt: updatedAt }];
}

export function failedJobs(tx: Tx, tenant: string) {
  const { job } = tenantClient(tx, tenant);
  return {
    /** Keeps a job that has no attempt left. */
    async add(ended: StoredJob, error: string, now: Date): Promise<void> {
      const { tenant: _, attempt, ...stored } = ended;
      await job.create({
        data: {
          ...stored,
          ...toEarlierColumns(ended),
          status: 'failed',
          attempts: attempt,
          lastError: error,
          runAt: now,
          createdAt: now,
          updatedAt: now,
        },
      });
    },
    /** Up to `take` failed jobs, those that failed last first; `before` is where the page before ended. */
    async newest(take: number, before: { at: Date; id: string } | null): Promise<FailedRecord[]> {
      const older =
        before === null
          ? {}
          : {
              OR: [{ updatedAt: { lt: before.at } }, { updatedAt: before.at, id: { lt: before.id } }],
            };
      const rows = await job.findMany({
        where: { status: 'failed', ...older },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        take,
        select: FAILED,
      });
      return rows.flatMap(toFailed);
    },
    /** Takes a failed job out of the table; null where there is none with this id, or somebody else was faster. */
    async take(id: string): Promise<FailedRecord | null> {
      const where = { id, status: 'failed' };
      const row = await job.findFirst({ where, select: FAILED });
      if (row === null || (await job.deleteMany({ where })).count === 0) return null;
      return toFailed(row)[0] ?? null;
    },
  };
}

// How many jobs of learning of one tenant wait for their turn, on either engine.

/** On PostgreSQL the queue knows no tenants: the key of a job tells, or, of an evolution, its skill. */
export function waitingJobs(tx: Tx, tenant: string, dialect: 'sqlite' | 'postgresql') {
  const client = tenantClient(tx, tenant);
  return {
    async count(): Promise<number> {
      const stored = await client.job.count({
        where: { status: 'pending', kind: { in: [...LEARNING_KINDS] } },
      });
      if (dialect === 'sqlite') return stored;
      const [, spelled = ''] = jobKey({ kind: 'reflect', tenant, agentId: '' }).split(':');
      const [row] = await client.$queryRaw<{ n: unknown }[]>`
        SELECT count(*) AS n FROM graphile_worker.jobs AS queued
        WHERE queued.locked_at IS NULL AND queued.key IS NOT NULL
          AND split_part(queued.key, ':', 1) IN (${Prisma.join([...LEARNING_KINDS])}) AND CASE split_part(queued.key, ':', 1)
          WHEN 'evolve' THEN EXISTS (
            SELECT 1 FROM skill WHERE skill.tenant = ${tenant} AND skill.id = substr(queued.key, 8))
          ELSE split_part(queued.key, ':', 2) = ${spelled} END`;
      return stored + Number(row?.n ?? 0);
    },
  };
}
