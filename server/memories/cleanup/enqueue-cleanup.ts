import { enqueueJob, type Job } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { cleanupStore } from './cleanup-store.ts';

/** Enqueues a check of the agent's memories, where it has any. */
export async function enqueueCleanup(
  runtime: Runtime,
  tx: Tx,
  { tenant, agentId }: Pick<Job<'hygiene'>, 'tenant' | 'agentId'>,
): Promise<void> {
  const some = await cleanupStore(tx, tenant).active(agentId, null, 1);
  if (some.length > 0) await enqueueJob(runtime, tx, { kind: 'hygiene', tenant, agentId });
}
