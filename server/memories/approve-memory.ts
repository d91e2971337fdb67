/** Releases a held memory on a reviewer's word. */
import { writeAudit } from '../audit/index.ts';
import type { MemoryStatus } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { bumpRevision } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { refreshProfile } from '../profiles/index.ts';
import { type MemoryRecord, memoryStore } from './store.ts';
import { tellActivated } from './tell-activated.ts';

/** Marks a memory as believed from now on; of several approvals at once one wins, the others conflict. */
async function release(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  id: string,
): Promise<{ record: MemoryRecord; revision: number }> {
  const store = memoryStore(tx, tenant);
  const record = await store.find(id);
  if (record === null) throw notFound('memory');
  // The revision comes before the row, as with every change of memories, so that none waits for another in a ring.
  const { memories: revision } = await bumpRevision(tx, tenant, record.agentId, 'memories');
  if (await store.activate(id, runtime.clock())) return { record, revision };
  const present = await store.find(id);
  if (present === null) throw notFound('memory');
  throw new ServiceError('conflict', `memory is ${present.status}`);
}

/** Makes a pending memory active. Unknown ids are `not_found`; a memory that is not pending is a `conflict`. */
export async function approveMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ id: string; status: MemoryStatus }> {
  const { tenant } = principal;
  const { record, revision } = await runtime.db.write(async (tx) => {
    const released = await release(runtime, tx, tenant, id);
    await refreshProfile(runtime, tx, tenant, released.record);
    await writeAudit(runtime, tx, principal, {
      action: 'memory.approved',
      resource: `memory:${id}`,
      details: {
        agent_id: released.record.agentId,
        kind: released.record.kind,
        hold_reasons: released.record.holdReasons,
      },
    });
    return released;
  });
  tellActivated(runtime, tenant, record, revision);
  return { id, status: 'active' };
}
