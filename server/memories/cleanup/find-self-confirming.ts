/**
 * Memories that rest on nothing but their own echo: every run that one was learned from had been served a memory that says it. A run
 * that is gone, or had no recall, may have brought evidence of its own.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import { restates } from '../../domain/memories/timeline.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { type CheckedMemory, cleanupStore } from './cleanup-store.ts';

const AT_ONCE = 50;

interface TenantMemories {
  tenant: string;
  memories: readonly CheckedMemory[];
}

export async function findSelfConfirming(
  runtime: Runtime,
  { tenant, memories }: TenantMemories,
): Promise<CheckedMemory[]> {
  const store = cleanupStore(runtime.db.read, tenant);
  const found: CheckedMemory[] = [];
  for (const chunk of inChunks(
    memories.filter(({ sources }) => sources.length > 0),
    AT_ONCE,
  )) {
    const served = await store.served([...new Set(chunk.flatMap(({ sources }) => sources))]);
    const ids = new Set([...served.values()].flat());
    const contentById = new Map((await store.contents([...ids])).map(({ id, content }) => [id, content]));
    for (const memory of chunk) {
      if (memory.sources.every((source) => echoes(memory, served.get(source) ?? [], contentById)))
        found.push(memory);
    }
    await nextTurn();
  }
  return found;
}

function echoes(
  { id, content }: CheckedMemory,
  served: readonly string[],
  contentById: ReadonlyMap<string, string>,
): boolean {
  return served.some((other) => {
    if (other === id) return true;
    const otherContent = contentById.get(other);
    return otherContent !== undefined && restates(content, otherContent);
  });
}
