/** What the operator allows tenants and which of them are being deleted, read for all at once; and what a quota counts. */
import { NO_QUOTA, type Quota } from '../../domain/admin/tenant.ts';
import { clientOf } from '../db/prisma.ts';
import { type Tx, tenantClient } from '../db/tenant-client.ts';

/** The quotas of all tenants that have one, and the tenants whose deletion is under way. */
export interface TenantRules {
  quotas: ReadonlyMap<string, Quota>;
  deleting: ReadonlySet<string>;
}

export async function readTenantRules(tx: Tx): Promise<TenantRules> {
  const client = clientOf(tx);
  const select = { tenant: true, episodesPerDay: true, memories: true, skills: true, tokensPerDay: true };
  const [quotas, deletions] = await Promise.all([
    client.tenantQuota.findMany({ select }),
    client.tenantDeletion.findMany({ where: { finishedAt: null }, select: { tenant: true } }),
  ]);
  return {
    quotas: new Map(quotas.map(({ tenant, ...quota }) => [tenant, quota])),
    deleting: new Set(deletions.map(({ tenant }) => tenant)),
  };
}

/** Memories that count, and as many as may be served or decided on. */
const LIVE_MEMORIES = { status: { in: ['active', 'pending'] } };
const IN_USE = { status: { not: 'archived' } };

export function quotaStore(tx: Tx, tenant: string) {
  const { agentTotals, memory, skill, tenantQuota } = tenantClient(tx, tenant);
  return {
    async read(): Promise<Quota> {
      const row = await tenantQuota.findFirst({ omit: { tenant: true, changedBy: true, changedAt: true } });
      return row ?? NO_QUOTA;
    },
    async episodesOn(day: number): Promise<number> {
      const { _sum } = await agentTotals.aggregate({ where: { day }, _sum: { dayEpisodes: true } });
      return _sum.dayEpisodes ?? 0;
    },
    countMemories: () => memory.count({ where: LIVE_MEMORIES }),
    countSkills: () => skill.count({ where: IN_USE }),
  };
}
