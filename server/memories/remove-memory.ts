/** Removes one memory for good; what it once superseded stays closed. */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { bumpMemories, knowledgeOf } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { findPending } from './approve-memory.ts';
import { refreshProfile } from './profiles/index.ts';
import { memoryStore, requireShown } from './storage/index.ts';

/** Removes the row; an unknown id is `not_found`, also for the second of two that remove it at once. */
export async function deleteMemory(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  await removeMemory(runtime, principal, id, async () => undefined);
}

/** Removes a memory that is still held, and still what the reviewer saw; a `conflict` where it is not. */
export async function rejectMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
  shown: string | null,
): Promise<'rejected'> {
  const { tenant } = principal;
  await removeMemory(runtime, principal, id, async (tx) => {
    const memory = await findPending(tx, tenant, id);
    await requireShown(tx, tenant, { shown, approve: false, memory });
  });
  return 'rejected';
}

async function removeMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { tenant } = principal;
  const { record, revision } = await runtime.db.write(async (tx) => {
    const store = memoryStore(tx, tenant);
    const record = await store.find(id);
    if (record === null) throw notFound('memory');
    const revision = await bumpMemories(tx, tenant, record.agentId);
    await check(tx);
    if (!(await store.remove(id))) throw notFound('memory');
    await refreshProfile(runtime, tx, tenant, record);
    await writeAudit(runtime, tx, principal, {
      action: 'memory.deleted',
      resource: `memory:${id}`,
      details: { agent_id: record.agentId, kind: record.kind, status: record.status },
    });
    return { record, revision };
  });
  const { agentId, userId } = record;
  // Whether it was active is not asked: it may have been released since it was read.
  knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, affected: { agentId, userId } });
}
