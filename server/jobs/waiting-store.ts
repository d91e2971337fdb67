/** How many jobs of one tenant wait for their turn, on either engine. */
import { clientOf, type Tx } from '../platform/db/prisma.ts';
import { jobKey } from './catalogue.ts';

/** On PostgreSQL the queue knows no tenants: the key of a job tells, or, of an evolution, its skill. */
export function waitingJobs(tx: Tx, tenant: string, dialect: 'sqlite' | 'postgresql') {
  const client = clientOf(tx);
  return {
    async count(): Promise<number> {
      const stored = await client.job.count({ where: { tenant, status: 'pending' } });
      if (dialect === 'sqlite') return stored;
      const [, spelled = ''] = jobKey({ kind: 'reflect', tenant, agentId: '' }).split(':');
      const [row] = await client.$queryRaw<{ n: unknown }[]>`
        SELECT count(*) AS n FROM graphile_worker.jobs AS queued
        WHERE queued.locked_at IS NULL AND queued.key IS NOT NULL AND CASE split_part(queued.key, ':', 1)
          WHEN 'evolve' THEN EXISTS (
            SELECT 1 FROM skill WHERE skill.tenant = ${tenant} AND skill.id = substr(queued.key, 8))
          ELSE split_part(queued.key, ':', 2) = ${spelled} END`;
      return stored + Number(row?.n ?? 0);
    },
  };
}
