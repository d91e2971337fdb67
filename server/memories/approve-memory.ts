/** Releases a held memory on a reviewer's word. */
import { writeAudit } from '../audit/index.ts';
import type { MemoryStatus } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { bumpRevision, knowledgeOf } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { refreshProfile } from '../profiles/index.ts';
import { type MemoryRecord, memoryStore } from './store.ts';

/** Marks the memory as believed from now on; of several approvals at once one wins, the others conflict. */
async function release(runtime: Runtime, tx: Tx, tenant: string, id: string): Promise<MemoryRecord> {
  const store = memoryStore(tx, tenant);
  const released = await store.activate(id, runtime.clock());
  const record = await store.find(id);
  if (record === null) throw notFound('memory');
  if (!released) throw new ServiceError('conflict', `memory is ${record.status}`);
  return record;
}

/** Makes a pending memory active. Unknown ids are `not_found`; a memory that is not pending is a `conflict`. */
export async function approveMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ id: string; status: MemoryStatus }> {
  const { tenant } = principal;
  const { record, revision } = await runtime.db.write(async (tx) => {
    const record = await release(runtime, tx, tenant, id);
    const { memories: revision } = await bumpRevision(tx, tenant, record.agentId, 'memories');
    await refreshProfile(runtime, tx, tenant, record);
    await writeAudit(runtime, tx, principal, {
      action: 'memory.approved',
      resource: `memory:${id}`,
      details: { agent_id: record.agentId, kind: record.kind, hold_reasons: record.holdReasons },
    });
    return { record, revision };
  });
  const { agentId, userId } = record;
  knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, touched: { agentId, userId } });
  return { id, status: record.status };
}
