/** How many runs wait for the learning model. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** The tenant's runs that no reflection has looked at, at most {@link COUNT_LIMIT}. The condition is that of an index. */
export async function countWaitingRuns(tx: Tx, tenant: string): Promise<number> {
  const [row] = await tenantClient(tx, tenant).$queryRaw<{ runs: number | bigint }[]>`
    SELECT COUNT(*) AS runs FROM (
      SELECT 1 FROM episode WHERE tenant = ${tenant} AND NOT reflected LIMIT ${COUNT_LIMIT}) AS waiting`;
  return Number(row?.runs ?? 0);
}
