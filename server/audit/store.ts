/** The audit log's rows: only ever added, read newest first, and removed by the retention purge. */
import type { AuditAction, AuditResource } from '../domain/audit/action.ts';
import { fromJson, toJson } from '../platform/db/json.ts';
import { clientOf, type Tx } from '../platform/db/prisma.ts';

export interface AuditRecord {
  id: string;
  actor: string;
  action: AuditAction;
  resource: AuditResource;
  details: Record<string, unknown>;
  at: Date;
}

export function auditStore(tx: Tx, tenant: string) {
  const { auditEntry } = clientOf(tx);
  return {
    async add(records: AuditRecord[]): Promise<void> {
      await auditEntry.createMany({
        data: records.map((record) => ({ ...record, tenant, details: toJson(record.details) })),
      });
    },
    /** The newest `limit` entries, newest first. */
    async newest(limit: number): Promise<AuditRecord[]> {
      const rows = await auditEntry.findMany({
        where: { tenant },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(({ tenant: _, ...row }) => ({
        ...row,
        action: row.action as AuditAction,
        resource: row.resource as AuditResource,
        details: fromJson(row.details),
      }));
    },
  };
}
