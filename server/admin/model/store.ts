/** How many runs wait for the learning model. */
import { MOST_WAITING_RUNS } from '../../domain/admin/bounded-count.ts';
import { newestFirst, type ReadingAt } from '../../platform/db/partitions/newest-first.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** The tenant's runs that no reflection has looked at, one more than {@link MOST_WAITING_RUNS} where there are more. */
export async function countWaitingRuns(tx: Tx, tenant: string, at: ReadingAt): Promise<number> {
  const take = MOST_WAITING_RUNS + 1;
  const rows = await newestFirst(
    'episode',
    { ...at, take },
    ({ sql: since }) => tenantClient(tx, tenant).$queryRaw<{ id: string }[]>`
      SELECT id FROM episode WHERE tenant = ${tenant} AND NOT reflected ${since} LIMIT ${take}`,
  );
  return rows.length;
}
