/** The audit log's rows: only ever added, read newest first, and removed by the retention purge. */

import { decodeTime } from 'ulid';
import type { AuditAction, AuditResource } from '../domain/admin/audit-action.ts';
import { inChunks } from '../domain/in-chunks.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { idBelow } from '../platform/db/partitions/ranges.ts';
import { Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

export interface AuditRecord {
  id: string;
  actor: string;
  action: AuditAction;
  resource: AuditResource;
  details: Record<string, unknown>;
  at: Date;
}

const ROWS_PER_STATEMENT = 100;

export function auditStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { auditEntry } = client;
  return {
    async add(records: readonly AuditRecord[]): Promise<void> {
      for (const chunk of inChunks(records, ROWS_PER_STATEMENT)) {
        const rows = chunk.map(
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
        where: { resource, ...sinceMade(resource) },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toAuditRecord);
    },
    /** The newest `limit` entries, newest first. */
    async newest(limit: number): Promise<AuditRecord[]> {
      const rows = await auditEntry.findMany({ orderBy: { id: 'desc' }, take: limit });
      return rows.map(toAuditRecord);
    },
    /** The actors that the newest `among` entries name, in order, at most `limit`. */
    async actors(limit: number, among: number): Promise<string[]> {
      const rows = await client.$queryRaw<{ actor: string }[]>`
        SELECT DISTINCT actor FROM (
          SELECT actor FROM audit_entry WHERE tenant = ${tenant} ORDER BY id DESC LIMIT ${among}
        ) AS newest ORDER BY actor LIMIT ${limit}`;
      return rows.map(({ actor }) => actor);
    },
  };
}

/** Nothing was said of a thing before it was made, which its id tells. */
function sinceMade(resource: AuditResource) {
  const [, made] = /_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/.exec(resource) ?? [];
  return made === undefined
    ? {}
    : { id: { gte: idBelow('audit_entry', new Date(decodeTime(made.padEnd(26, '0')))) } };
}

function toAuditRecord({ tenant: _, ...row }: Prisma.AuditEntryGetPayload<object>): AuditRecord {
  return {
    ...row,
    action: row.action as AuditAction,
    resource: row.resource as AuditResource,
    details: fromJson(row.details),
  };
}
