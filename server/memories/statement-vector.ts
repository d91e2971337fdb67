/** The vector of what is said, asked for before any transaction begins, because an endpoint and many stored vectors take their time. */
import type { Vector } from '../domain/knowledge/vector.ts';
import { knowledgeOf } from '../knowledge/index.ts';
import { queryVector } from '../platform/embeddings/query-vector.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { MemoryScope } from './store.ts';

/**
 * The vector of `content`, null where there is none within `timeoutMs` (as at a recall unless given). With it, the memories that it
 * will be held against are in memory, so that the transaction need read only what has changed since.
 */
export async function statementVector(
  runtime: Runtime,
  tenant: string,
  { scope, content, timeoutMs }: { scope: MemoryScope; content: string; timeoutMs?: number },
): Promise<Vector | null> {
  const asked = queryVector(runtime, tenant, content, timeoutMs);
  if (asked === null) return null;
  const { agentId, userId } = scope;
  const [vector] = await Promise.all([asked, knowledgeOf(runtime).memories(tenant, { agentId, userId }, 0)]);
  return vector;
}
