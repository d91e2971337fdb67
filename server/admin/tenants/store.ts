/** Tenants of the whole installation: which there are, what each has stored, and the record of their deletion. */
import { NO_QUOTA, type Quota, type TenantDeletion, type TenantView } from '../../domain/admin/tenant.ts';
import { dayNumber } from '../../domain/time.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
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

/** Sums by tenant; a tenant without rows is absent. */
type Sums = Map<string, number>;

type DeletionRow = Omit<Prisma.TenantDeletionGetPayload<object>, 'id'>;

const toDeletion = ({ removed, requestedAt, finishedAt, ...row }: DeletionRow): TenantDeletion => ({
  ...row,
  removed: fromJson(removed),
  requestedAt: requestedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

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
    /** What is counted of tenants, and of the UTC day of `at`, but for their bytes. */
    async counts(tenants: string[], at: Date): Promise<Omit<TenantView, 'bytes' | 'deletion'>[]> {
      const where = { tenant: { in: tenants } };
      const [day, date] = [dayNumber(at), toDate(at)];
      const by = ['tenant' as const];
      const { agentTotals, memory, skill, apiKey, usageDay, tenantQuota } = client;
      const [totals, today, memories, skills, keys, tokens, quotas] = await Promise.all([
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
        };
      });
    },
    /** The space of tables and their indexes, shared out as PostgreSQL has counted the values of their tenants. */
    async measuredBytes(tenants: string[]): Promise<Sums> {
      const rows = await client.$queryRaw<{ name: string; bytes: unknown }[]>(Prisma.sql`
        SELECT common.name, SUM(pg_total_relation_size(class.oid) * common.share) AS bytes
        FROM pg_stats AS stats JOIN pg_class AS class ON class.relname = stats.tablename
          AND class.relkind = 'r' AND class.relnamespace = CAST(stats.schemaname AS regnamespace)
        CROSS JOIN LATERAL unnest(CAST(CAST(stats.most_common_vals AS text) AS text[]), stats.most_common_freqs)
          AS common(name, share)
        WHERE stats.schemaname = current_schema() AND stats.attname = 'tenant' AND NOT stats.inherited
          AND common.name IN (${Prisma.join(tenants)})
        GROUP BY common.name`);
      return new Map(rows.map(({ name, bytes }) => [name, Math.round(Number(bytes))]));
    },
    /** Deletions, the latest first: those under way, or those that are finished. */
    async deletions(finished: boolean, take: number): Promise<TenantDeletion[]> {
      const rows = await client.tenantDeletion.findMany({
        where: { finishedAt: finished ? { not: null } : null },
        orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
        omit: { id: true },
        take,
      });
      return rows.map(toDeletion);
    },
  };
}

/** The quota of one tenant, and its deletion that is under way. */
export function tenantStore(tx: Tx, tenant: string) {
  const { tenantQuota, tenantDeletion } = tenantClient(tx, tenant);
  const open = { finishedAt: null };
  return {
    async setQuota(quota: Quota, changed: { changedBy: string; changedAt: Date }): Promise<void> {
      const data = { ...quota, ...changed };
      if ((await tenantQuota.updateMany({ data })).count === 0) await tenantQuota.create({ data });
    },
    async deletion(): Promise<(TenantDeletion & { id: string }) | null> {
      const row = await tenantDeletion.findFirst({ where: open });
      return row === null ? null : { ...toDeletion(row), id: row.id };
    },
    async addDeletion(row: { id: string; requestedBy: string; requestedAt: Date }): Promise<void> {
      await tenantDeletion.create({ data: { ...row, removed: toJson({}), finishedAt: null } });
    },
    /** Adds to what the deletion under way has removed. */
    async addRemoved(table: string, rows: number): Promise<void> {
      const row = await tenantDeletion.findFirst({ where: open, select: { removed: true } });
      const removed = fromJson<Record<string, number>>(row?.removed ?? '{}');
      const next = { ...removed, [table]: (removed[table] ?? 0) + rows };
      await tenantDeletion.updateMany({ where: open, data: { removed: toJson(next) } });
    },
    async finishDeletion(finishedAt: Date): Promise<void> {
      await tenantDeletion.updateMany({ where: open, data: { finishedAt } });
    },
  };
}
