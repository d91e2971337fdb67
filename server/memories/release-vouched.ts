/** Releases what policy held: for want of sessions once enough have said it, for want of an answer once there is one. */

import type { MemoryStatus } from '../domain/memories/memory.ts';
import { SYSTEM_ACTORS } from '../domain/principal.ts';
import type { Job, JobContext } from '../jobs/index.ts';
import { readTenantConfig } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { isServiceError } from '../platform/errors.ts';
import { JOB_TIMEOUTS, type TimeoutPolicy } from '../platform/llm/complete.ts';
import { ModelUnavailable } from '../platform/llm/model-errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type ReleaseResult, releaseMemory } from './approve-memory.ts';
import type { Commit } from './remember.ts';
import { FEW_SESSIONS, HELD_LATE } from './statements/index.ts';
import { idsHeldFor, type MemoryRecord, memoryStore, NO_SUPPORT, supportStore } from './storage/index.ts';

/** How the model is asked, and in which transactions. */
interface ReleaseContext {
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  patience?: AbortSignal | undefined;
  commit: Commit;
}

/** Releases the memory where nothing but the number of sessions held it, and there are enough by now; its status then. */
export async function releaseVouched(
  runtime: Runtime,
  tenant: string,
  { id, status, ...way }: ReleaseContext & { id: string; status: MemoryStatus },
): Promise<MemoryStatus> {
  const { read } = runtime.db;
  const memory = status === 'pending' ? await memoryStore(read, tenant).find(id) : null;
  if (memory === null || !(await isVouched(runtime, read, tenant, memory))) return status;
  return (await releaseByPolicy(runtime, tenant, id, way))?.status ?? status;
}

/** Releases the memory by policy; null where a reviewer was faster. */
async function releaseByPolicy(
  runtime: Runtime,
  tenant: string,
  id: string,
  way: ReleaseContext,
): Promise<ReleaseResult | null> {
  const principal = { tenant, actor: SYSTEM_ACTORS.policy };
  try {
    return await releaseMemory(runtime, id, { ...way, principal, check: async () => undefined });
  } catch (error) {
    if (isServiceError(error) && (error.kind === 'conflict' || error.kind === 'not_found')) return null;
    throw error;
  }
}

/**
 * The reconcile job of an agent: goes on with the memories that were held because the model took longer than their
 * callers wait. One that the model still cannot reconcile stays held. Throws where the model cannot be had.
 */
export async function reconcileLate(
  runtime: Runtime,
  { tenant, agentId }: Pick<Job<'hygiene'>, 'tenant' | 'agentId'>,
  { signal, commit }: Pick<JobContext, 'signal' | 'commit'>,
): Promise<void> {
  for (const id of await idsHeldFor(runtime.db.read, tenant, { agentId, holdReasons: HELD_LATE })) {
    const released = await releaseByPolicy(runtime, tenant, id, { timeouts: JOB_TIMEOUTS, signal, commit });
    if (released?.missed?.because === 'unavailable') throw new ModelUnavailable(released.missed.reason);
  }
}

async function isVouched(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { id, holdReasons }: MemoryRecord,
): Promise<boolean> {
  if (holdReasons.some((reason) => reason !== FEW_SESSIONS)) return false;
  const { voices } = (await supportStore(tx, tenant).counted([id])).get(id) ?? NO_SUPPORT;
  const { governance } = await readTenantConfig(runtime, tx, tenant);
  return voices >= governance.minSessionsForAutoApprove;
}
