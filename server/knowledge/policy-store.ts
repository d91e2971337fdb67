/** The versions of each tenant's own settings. */
import type { OwnPolicy } from '../domain/admin/policy/resolve-policy.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

/** A tenant's own values, and who chose them when. */
export interface PolicyVersion {
  version: number;
  settings: OwnPolicy;
  changedBy: string;
  changedAt: Date;
}

interface Row {
  version: number;
  settings: string;
  changed_by: string;
  changed_at: Date;
}

export function policyStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { policyVersion } = client;
  return {
    /** Versions below `before`, newest first. */
    // A raw statement: each memory that is added reads it, and would pay for the client joining its transaction.
    async newest(limit: number, before: number | null = null): Promise<PolicyVersion[]> {
      const below = before === null ? Prisma.empty : Prisma.sql`AND version < ${before}`;
      const rows = await client.$queryRaw<Row[]>`
        SELECT version, settings, changed_by, changed_at FROM policy_version
        WHERE tenant = ${tenant} ${below} ORDER BY version DESC LIMIT ${limit}`;
      return rows.map(({ version, settings, changed_by: changedBy, changed_at: changedAt }) => ({
        ...{ version, changedBy, changedAt },
        settings: fromJson(settings),
      }));
    },
    add: ({ settings, ...row }: PolicyVersion) =>
      policyVersion.create({ data: { ...row, settings: toJson(settings) } }),
  };
}
