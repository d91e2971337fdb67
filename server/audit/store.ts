/** The audit log's rows: only ever added, read newest first, and removed by the retention purge. */
import type { AuditAction, AuditResource } from '../domain/admin/audit-action.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { literally, spellings } from '../platform/db/search-text.ts';
import { Prisma, type TenantWhere, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

export interface AuditRecord {
  id: string;
  actor: string;
  action: AuditAction;
  resource: AuditResource;
  details: Record<string, unknown>;
  at: Date;
}

/** Which entries; null, or no action, means any. `resource` may be the beginning of one, such as `skill:`. */
export interface AuditFilter {
  actions: readonly AuditAction[];
  actor: string | null;
  resource: string | null;
  from: Date | null;
  /** The first moment that does not count. */
  to: Date | null;
  text: string | null;
}

interface AuditSearch {
  where: AuditFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

const ROWS_PER_STATEMENT = 100;

export function auditStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { auditEntry } = client;
  return {
    async add(records: readonly AuditRecord[]): Promise<void> {
      for (let start = 0; start < records.length; start += ROWS_PER_STATEMENT) {
        const rows = records
          .slice(start, start + ROWS_PER_STATEMENT)
          .map(
            ({ id, actor, action, resource, details, at }) =>
              Prisma.sql`(${tenant}, ${id}, ${actor}, ${action}, ${resource}, ${toJson(details)}, ${at})`,
          );
        await client.$executeRaw`
          INSERT INTO audit_entry (tenant, id, actor, action, resource, details, at)
          VALUES ${Prisma.join(rows)}`;
      }
    },
    /** The newest `limit` entries about one thing, newest first. */
    async about(resource: AuditResource, limit: number): Promise<AuditRecord[]> {
      const rows = await auditEntry.findMany({
        where: { resource },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toAuditRecord);
    },
    /** At most `limit` entries that fit, newest first. */
    async search({ where, before, limit }: AuditSearch): Promise<AuditRecord[]> {
      const rows = await auditEntry.findMany({
        where: { AND: [conditionsOf(where), before === null ? {} : olderThan(before)] },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toAuditRecord);
    },
    /** The actors that the newest `among` entries name, in order, at most `limit`. */
    async actors(limit: number, among: number): Promise<string[]> {
      const rows = await client.$queryRaw<{ actor: string }[]>`
        SELECT DISTINCT actor FROM (
          SELECT actor FROM audit_entry WHERE tenant = ${tenant} ORDER BY at DESC LIMIT ${among}
        ) AS newest ORDER BY actor LIMIT ${limit}`;
      return rows.map(({ actor }) => actor);
    },
  };
}

function toAuditRecord({ tenant: _, ...row }: Prisma.AuditEntryGetPayload<object>): AuditRecord {
  return {
    ...row,
    action: row.action as AuditAction,
    resource: row.resource as AuditResource,
    details: fromJson(row.details),
  };
}

function conditionsOf({ actions, actor, resource, from, to, text }: AuditFilter): TenantWhere<'auditEntry'> {
  return {
    ...(actions.length === 0 ? {} : { action: { in: [...actions] } }),
    ...(actor === null ? {} : { actor }),
    ...(resource === null ? {} : { resource: { startsWith: literally(resource) } }),
    at: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lt: to }) },
    ...(text === null
      ? {}
      : {
          OR: [
            // Details are kept as JSON, where quotes and line ends are written in two characters.
            ...spellings(toJson(text).slice(1, -1)).map((word) => ({ details: { contains: word } })),
            ...spellings(text).flatMap((word) => [
              { resource: { contains: word } },
              { actor: { contains: word } },
            ]),
          ],
        }),
  };
}

function olderThan({ at, id }: { at: Date; id: string }): TenantWhere<'auditEntry'> {
  return { OR: [{ at: { lt: at } }, { at, id: { lt: id } }] };
}

// The newest audit entries of some tenants at once: the one query of several tenants, whose answer goes to each its own.

/** An entry as the feed knows it. */
export interface FeedRow {
  tenant: string;
  id: string;
  resource: string;
}

const TENANTS_PER_STATEMENT = 500;

export function auditFeedStore(tx: Tx) {
  const { auditEntry } = clientOf(tx);
  return {
    /** Of `tenants`, what was written since a moment, newest first; about `limit` at most. */
    async since(tenants: string[], at: Date, limit: number): Promise<FeedRow[]> {
      const rows: FeedRow[] = [];
      for (let start = 0; start < tenants.length; start += TENANTS_PER_STATEMENT) {
        const some = tenants.slice(start, start + TENANTS_PER_STATEMENT);
        const found = await auditEntry.findMany({
          where: { tenant: { in: some }, at: { gte: at } },
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
          take: limit,
          select: { tenant: true, id: true, resource: true },
        });
        rows.push(...found);
      }
      return rows;
    },
  };
}
