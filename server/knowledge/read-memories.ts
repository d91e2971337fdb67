/** Brings a partition's snapshot up to date: only memories that are not there yet are read whole. */
import { CONSIDERED_MEMORIES } from '../domain/knowledge/memory-index.ts';
import type { Vectors } from '../domain/knowledge/vector.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';
import type { knowledgeStore, MemoryPartition } from './store.ts';
import type { VectorStore } from './vector-store.ts';

/** What is read from: memories, and vectors where an endpoint gives any. */
interface Sources {
  store: ReturnType<typeof knowledgeStore>;
  vectorStore: VectorStore | null;
}

/**
 * Makes `snapshot` at least as new as `revision`, which must have been read before. The snapshot may change
 * while this reads (another reader, a memory added by this process); then what is still missing is read
 * again.
 */
export async function readMemories(
  { store, vectorStore }: Sources,
  partition: MemoryPartition,
  snapshot: MemorySnapshot,
  revision: number,
): Promise<void> {
  const { agentId, userId } = partition;
  const profile = userId === null ? null : await store.profile(agentId, userId);
  const vectorsOf = async (ids: string[]): Promise<Vectors> => {
    const lacking = vectorStore === null ? [] : ids.filter((id) => !snapshot.vectors.has(id));
    return (await vectorStore?.vectors('memory', lacking)) ?? new Map();
  };
  if (snapshot.size === 0) {
    const found = await store.memories(partition, CONSIDERED_MEMORIES);
    const ids = found.map(({ id }) => id);
    snapshot.adopt({ revision, ids, asked: ids, found, vectors: await vectorsOf(ids), profile });
    return;
  }
  for (;;) {
    const ids = await store.memoryIds(partition, CONSIDERED_MEMORIES);
    const asked = ids.filter((id) => !snapshot.has(id));
    const found = asked.length === 0 ? [] : await store.memoriesById(asked);
    if (snapshot.adopt({ revision, ids, asked, found, vectors: await vectorsOf(ids), profile })) return;
  }
}
