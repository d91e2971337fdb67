/** The versions of each tenant's own settings. */
import type { OwnPolicy } from '../domain/admin/policy/resolve-policy.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { type Tx, tenantClient } from '../platform/db/tenant-client.ts';

/** A tenant's own values, and who chose them when. */
export interface PolicyVersion {
  version: number;
  settings: OwnPolicy;
  changedBy: string;
  changedAt: Date;
}

type Row = Omit<PolicyVersion, 'settings'> & { settings: string };

export function policyStore(tx: Tx, tenant: string) {
  const { policyVersion } = tenantClient(tx, tenant);
  const read = ({ version, settings, changedBy, changedAt }: Row): PolicyVersion => ({
    ...{ version, changedBy, changedAt },
    settings: fromJson(settings),
  });
  return {
    /** Versions below `before`, newest first. */
    async newest(limit: number, before: number | null = null): Promise<PolicyVersion[]> {
      const where = before === null ? {} : { version: { lt: before } };
      return (await policyVersion.findMany({ where, orderBy: { version: 'desc' }, take: limit })).map(read);
    },
    add: ({ settings, ...row }: PolicyVersion) =>
      policyVersion.create({ data: { ...row, settings: toJson(settings) } }),
  };
}
