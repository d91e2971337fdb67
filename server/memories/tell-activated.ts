/** Keeps the knowledge in memory current when a memory becomes active, without reading any other again. */
import { knowledgeOf } from '../knowledge/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { MemoryRecord } from './store.ts';

/** Tells of a committed change that made `record` active and the agent's revision `revision`. */
export function tellActivated(
  runtime: Runtime,
  tenant: string,
  record: MemoryRecord,
  revision: number,
): void {
  const { id, agentId, userId, kind, content, validFrom, createdAt } = record;
  const change = { tenant, agentId, revision, touched: { agentId, userId } };
  const knowledge = knowledgeOf(runtime);
  // A preference changes the user's card too, which is kept beside the memories and has to be read.
  if (kind === 'preference') knowledge.memoriesChanged(change);
  else knowledge.memoriesChanged({ ...change, added: { id, kind, content, validFrom, createdAt } });
}
