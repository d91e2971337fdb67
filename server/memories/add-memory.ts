/** Remembers what a caller says. A model that is missing or fails never fails this: the memory is held instead. */
import type { MemoryAdded, MemoryIn } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { CALLER_PATIENCE } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { remember } from './remember.ts';
import { stateOf } from './statement.ts';

/** Stores a memory, or answers `noop` with the one of its agent and user that already says the same. */
export async function addMemory(
  runtime: Runtime,
  principal: Principal,
  { content, kind, scope: { agent_id: agentId, user_id: userId } }: MemoryIn,
): Promise<MemoryAdded> {
  const scope = { agentId, userId: userId ?? null };
  return await remember(runtime, {
    author: principal,
    statement: stateOf(runtime, { scope, kind, content, confidence: 1, sources: [] }),
    recalled: [],
    patience: CALLER_PATIENCE,
    commit: runtime.db.write,
  });
}
