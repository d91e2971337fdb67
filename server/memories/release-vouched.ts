/** Releases what policy held for want of sessions, once enough have said it. */
import type { MemoryStatus } from '../domain/memories/memory.ts';
import { SYSTEM_ACTORS } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { isServiceError } from '../platform/errors.ts';
import type { TimeoutPolicy } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { releaseMemory } from './approve-memory.ts';
import { evidenceStore, NO_EVIDENCE } from './evidence/index.ts';
import type { Commit } from './remember.ts';
import { FEW_SESSIONS } from './statements/index.ts';
import { type MemoryRecord, memoryStore } from './storage/index.ts';

/** How the model is asked, and in which transactions. */
interface Way {
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  commit: Commit;
}

/** Releases the memory where nothing but the number of sessions held it, and there are enough by now; its status then. */
export async function releaseVouched(
  runtime: Runtime,
  tenant: string,
  { id, status, ...way }: Way & { id: string; status: MemoryStatus },
): Promise<MemoryStatus> {
  const { read } = runtime.db;
  const memory = status === 'pending' ? await memoryStore(read, tenant).find(id) : null;
  if (memory === null || !(await isVouched(runtime, read, tenant, memory))) return status;
  const principal = { tenant, actor: SYSTEM_ACTORS.policy };
  try {
    const released = await releaseMemory(runtime, id, { ...way, principal, check: async () => undefined });
    return released.status;
  } catch (error) {
    // A reviewer was faster.
    if (isServiceError(error) && (error.kind === 'conflict' || error.kind === 'not_found')) return status;
    throw error;
  }
}

async function isVouched(
  { config }: Runtime,
  tx: Tx,
  tenant: string,
  { id, holdReasons }: MemoryRecord,
): Promise<boolean> {
  if (holdReasons.some((reason) => reason !== FEW_SESSIONS)) return false;
  const { voices } = (await evidenceStore(tx, tenant).counted([id])).get(id) ?? NO_EVIDENCE;
  return voices >= config.governance.minSessionsForAutoApprove;
}
