/** Remembers many things in few calls. */
import { type CallOptions, callOperation } from './call.ts';
import type { MemoryBatchOut, MemoryIn } from './generated/api.ts';
import { completeScope, type Settings } from './options.ts';

/** Most memories that the gateway takes in one call. */
const MOST_AT_ONCE = 1000;

/** What became of each memory, in their order; an error is that of one memory alone. */
export type MemoryResults = MemoryBatchOut['results'];

/** As {@link Whetstone.remember}. */
export async function rememberAll(
  settings: Settings,
  memories: readonly MemoryIn[],
  options?: CallOptions,
): Promise<MemoryResults> {
  const results: MemoryResults = [];
  for (let start = 0; start < memories.length; start += MOST_AT_ONCE) {
    const body = memories
      .slice(start, start + MOST_AT_ONCE)
      .map((memory) => ({ ...memory, scope: completeScope(settings, memory) }));
    results.push(...(await callOperation(settings, 'addMemoryBatch', { body }, options)).results);
  }
  return results;
}
