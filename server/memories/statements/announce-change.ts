/** Keeps the knowledge in memory current when memories change, reading again only what a change affected. */
import type { Vector } from '../../domain/knowledge/vector.ts';
import { knowledgeOf } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MemoryRecord, MemoryScope } from '../storage/index.ts';

/** A committed change of an agent's memories. */
export interface Change {
  /** The agent's revision that it made. */
  revision: number;
  /** The memory that became active; null where none did, which also means that none ceased to be. */
  activated: MemoryRecord | null;
  /** Whether an active memory was closed for it. */
  closedOne: boolean;
  /** The vector that was stored with the memory, if any. */
  vector?: Vector | null;
}

/** Tells of a change within `scope`. */
export function announceChange(
  runtime: Runtime,
  tenant: string,
  { agentId, userId }: MemoryScope,
  { revision, activated, closedOne, vector = null }: Change,
): void {
  const knowledge = knowledgeOf(runtime);
  const affected = activated === null ? null : { agentId, userId };
  const change = { tenant, agentId, revision, affected };
  // A preference changes the user's card too, which is kept beside the memories and has to be read.
  if (activated === null || closedOne || activated.kind === 'preference') knowledge.memoriesChanged(change);
  else {
    const { id, kind, content, validFrom, createdAt } = activated;
    knowledge.memoriesChanged({ ...change, vector, added: { id, kind, content, validFrom, createdAt } });
  }
}
