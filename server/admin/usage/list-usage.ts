/** What learning costs a tenant, as an administrator reads it. */
import type { Principal } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type UsageRow, usageStore } from './store.ts';

const MAX_ROWS = 500;

/** The newest 500 rows of the principal's tenant, newest day first. */
export async function listUsage(runtime: Runtime, principal: Principal): Promise<UsageRow[]> {
  return await usageStore(runtime.db.read, principal.tenant).newest(MAX_ROWS);
}
