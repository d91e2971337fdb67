/** How much evidence there is of skills, for the draw of which one is held back. */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../platform/runtime.ts';
import { recallStore } from './store.ts';

const KEPT = 20_000;
/** It only says to which skills the draw leans: a recall need not read it. */
const FRESH_MS = 10 * 60_000;

/** Summed evidence of a tenant's skills by id, at most ten minutes old. */
export async function skillEvidence(
  runtime: Runtime,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const kept = runtime.once(
    'holdback.evidence',
    () =>
      new LRUCache<string, number>({
        // A coarser clock would set a timer with each recall, which costs more than all else that is done for the draw.
        ...{ max: KEPT, ttl: FRESH_MS, ttlResolution: 0 },
        perf: { now: () => runtime.clock().getTime() },
      }),
  );
  const keyOf = (id: string) => `${tenant}\0${id}`;
  const found = new Map<string, number>();
  const missing: string[] = [];
  for (const id of ids) {
    const evidence = kept.get(keyOf(id));
    if (evidence === undefined) missing.push(id);
    else found.set(id, evidence);
  }
  if (missing.length === 0) return found;
  const read = await recallStore(runtime.db.read, tenant).skillEvidence(missing);
  for (const [id, evidence] of read) {
    kept.set(keyOf(id), evidence);
    found.set(id, evidence);
  }
  return found;
}
