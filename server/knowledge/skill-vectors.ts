/** The vectors of a namespace's skills as a process keeps them: after a change only those that are others now are read. */
import { type Vector, type Vectors, vectorsBytes } from '../domain/knowledge/vector.ts';
import type { VectorStore } from './vector-store.ts';

/** As of a revision. Immutable, and the same object as long as no vector has changed. */
export interface SkillVectors {
  readonly byId: Vectors;
  readonly digests: ReadonlyMap<string, string>;
  /** Estimated size in memory. */
  readonly bytes: number;
}

const NO_VECTORS: SkillVectors = { byId: new Map(), digests: new Map(), bytes: 0 };

/** The vectors of at most `limit` skills of a namespace, at least as new as when this was called; none without a store. */
export async function loadSkillVectors(
  store: VectorStore | null,
  agentId: string,
  { limit, previous = NO_VECTORS }: { limit: number; previous: SkillVectors | undefined },
): Promise<SkillVectors> {
  if (store === null) return NO_VECTORS;
  const digests = await store.skillDigests(agentId, limit);
  const byId = new Map<string, Vector>();
  const changed: string[] = [];
  for (const [id, digest] of digests) {
    const kept = previous.digests.get(id) === digest ? previous.byId.get(id) : undefined;
    if (kept === undefined) changed.push(id);
    else byId.set(id, kept);
  }
  if (changed.length === 0 && byId.size === previous.byId.size) return previous;
  for (const [id, vector] of await store.vectors('skill', changed)) byId.set(id, vector);
  return { byId, digests, bytes: vectorsBytes(byId) + 150 * digests.size };
}
