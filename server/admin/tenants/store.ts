/** Tenants of the whole installation: which there are, what each has stored, and the record of their deletion. */
import { NO_QUOTA, type Quota, type TenantView } from '../../domain/admin/tenant.ts';
import { dayNumber } from '../../domain/time.ts';
import { toJson } from '../../platform/db/database.ts';
import { clientOf, Prisma } from '../../platform/db/prisma.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { toDate } from '../../platform/tenants/meter.ts';
import { REMOVED_TABLES } from '../erasure/index.ts';

/** A tenant with rows of its own. The row of a job, which ended jobs leave behind, makes none. */
const TELLING = REMOVED_TABLES.filter((table) => table !== 'job');

const firstAfter = (place: Prisma.Sql) => {
  const firsts = TELLING.map((table) => {
    const name = Prisma.raw(table);
    return Prisma.sql`SELECT min(${name}.tenant) AS tenant FROM ${name} WHERE ${name}.tenant > ${place}`;
  });
  return Prisma.sql`SELECT min(found.tenant) FROM (${Prisma.join(firsts, ' UNION ALL ')}) AS found`;
};

/** A deletion that is under way. */
const OPEN = { finishedAt: null };

/** Sums by tenant; a tenant without rows is absent. */
type Sums = Map<string, number>;

export function tenantsStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** Tenants in order, after one of them: from one to the next by the beginning of every primary key. */
    async after(tenant: string, take: number): Promise<string[]> {
      const rows = await client.$queryRaw<{ tenant: string }[]>(Prisma.sql`
        WITH RECURSIVE known(tenant) AS (
          SELECT (${firstAfter(Prisma.sql`${tenant}`)})
          UNION ALL SELECT (${firstAfter(Prisma.sql`known.tenant`)}) FROM known WHERE known.tenant IS NOT NULL
        ) SELECT tenant FROM known WHERE tenant IS NOT NULL LIMIT ${take}`);
      return rows.map((row) => row.tenant);
    },
    /** What is counted of tenants, and of the UTC day of `at`. */
    async describe(tenants: string[], at: Date): Promise<TenantView[]> {
      const where = { tenant: { in: tenants } };
      const [day, date] = [dayNumber(at), toDate(at)];
      const by = ['tenant' as const];
      const { agentTotals, memory, skill, apiKey, usageDay, tenantQuota, tenantDeletion } = client;
      const [totals, today, memories, skills, keys, tokens, quotas, deletions] = await Promise.all([
        agentTotals.groupBy({ by, where, _count: true, _sum: { episodes: true } }),
        agentTotals.groupBy({ by, where: { ...where, day }, _sum: { dayEpisodes: true } }),
        memory.groupBy({ by, where: { ...where, status: { in: ['active', 'pending'] } }, _count: true }),
        skill.groupBy({ by, where: { ...where, status: { not: 'archived' } }, _count: true }),
        apiKey.groupBy({ by, where: { ...where, revokedAt: null }, _count: true }),
        usageDay.groupBy({
          by,
          where: { ...where, day: date },
          _sum: { inputTokens: true, outputTokens: true },
        }),
        tenantQuota.findMany({ where, omit: { changedBy: true, changedAt: true } }),
        tenantDeletion.findMany({ where: { ...where, ...OPEN }, select: { tenant: true } }),
      ]);
      const sums = <R extends { tenant: string }>(rows: R[], of: (row: R) => number): Sums =>
        new Map(rows.map((row) => [row.tenant, of(row)]));
      const quotaOf = new Map<string, Quota>(quotas.map(({ tenant, ...quota }) => [tenant, quota]));
      const counted = {
        agents: sums(totals, ({ _count }) => _count),
        episodes: sums(totals, ({ _sum }) => _sum.episodes ?? 0),
        episodesToday: sums(today, ({ _sum }) => _sum.dayEpisodes ?? 0),
        memories: sums(memories, ({ _count }) => _count),
        skills: sums(skills, ({ _count }) => _count),
        apiKeys: sums(keys, ({ _count }) => _count),
        tokensToday: sums(tokens, ({ _sum }) => (_sum.inputTokens ?? 0) + (_sum.outputTokens ?? 0)),
      };
      return tenants.map((tenant) => {
        const of = (name: keyof typeof counted) => counted[name].get(tenant) ?? 0;
        return {
          ...{ tenant, agents: of('agents'), episodes: of('episodes'), episodesToday: of('episodesToday') },
          ...{ memories: of('memories'), skills: of('skills'), apiKeys: of('apiKeys') },
          ...{ tokensToday: of('tokensToday'), quota: quotaOf.get(tenant) ?? NO_QUOTA },
          deleting: deletions.some((deletion) => deletion.tenant === tenant),
        };
      });
    },
  };
}

/** The quota of one tenant, and its deletion that is under way. */
export function tenantStore(tx: Tx, tenant: string) {
  const { tenantQuota, tenantDeletion } = tenantClient(tx, tenant);
  return {
    async setQuota(quota: Quota, changed: { changedBy: string; changedAt: Date }): Promise<void> {
      const data = { ...quota, ...changed };
      if ((await tenantQuota.updateMany({ data })).count === 0) await tenantQuota.create({ data });
    },
    /** When the deletion under way was requested; null where there is none. */
    async deletionRequestedAt(): Promise<Date | null> {
      const row = await tenantDeletion.findFirst({ where: OPEN, select: { requestedAt: true } });
      return row?.requestedAt ?? null;
    },
    async addDeletion(row: { id: string; requestedBy: string; requestedAt: Date }): Promise<void> {
      await tenantDeletion.create({ data: { ...row, removed: toJson({}), finishedAt: null } });
    },
    async finishDeletion(finishedAt: Date): Promise<void> {
      await tenantDeletion.updateMany({ where: OPEN, data: { finishedAt } });
    },
  };
}
