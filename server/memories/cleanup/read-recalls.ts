/**
 * Reads each recall of a tenant once, for when it served which memory, whichever agent's job comes by first. The hot path is left as
 * it is: it writes nothing more.
 */
import { DAY_MS } from '../../domain/time.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { type ReadRecall, recallReadingStore } from './cleanup-store.ts';

/** A recall that began before this has been stored, or never will be. */
const SETTLED_MS = 60_000;

/** Reads on from where the last reading ended, some recalls in each transaction; answers up to when all are read. */
export async function readRecalls(runtime: Runtime, tenant: string, { commit }: JobContext): Promise<Date> {
  const until = new Date(runtime.clock().getTime() - SETTLED_MS);
  const store = recallReadingStore(runtime.db.read, tenant);
  for (;;) {
    const from = await store.place();
    const recalls = await store.after(from, until);
    const last = recalls.at(-1);
    if (last === undefined) return until;
    await commit(async (tx) => {
      const store = recallReadingStore(tx, tenant);
      // Another agent's job has read the same meanwhile: it goes on from there.
      if (!(await store.move(from, { at: last.createdAt, id: last.id }))) return;
      await store.noteRecalled(latest(recalls, ({ memoryIds }) => memoryIds));
      await store.noteAgents(latest(recalls, ({ agentId }) => [agentId]));
    });
    await nextTurn();
  }
}

/** Enough to tell what went unused for days, with a statement for each day instead of each recall. */
const dayOf = ({ createdAt }: ReadRecall): number => Math.floor(createdAt.getTime() / DAY_MS);

/** By name, the last of the recalls of its latest day; `recalls` are in the order of time. */
function latest(
  recalls: readonly ReadRecall[],
  namesOf: (recall: ReadRecall) => readonly string[],
): Map<string, Date> {
  const moments = new Map<string, Date>();
  for (const ofDay of Map.groupBy(recalls, dayOf).values()) {
    const last = ofDay.at(-1)?.createdAt;
    if (last === undefined) continue;
    for (const name of new Set(ofDay.flatMap(namesOf))) moments.set(name, last);
  }
  return moments;
}
