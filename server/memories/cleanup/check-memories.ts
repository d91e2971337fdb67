/** Looks for memories of an agent that repeat another one, and suggests to merge them. It changes no memory: a person decides. */

import { createHash } from 'node:crypto';
import { inChunks } from '../../domain/in-chunks.ts';
import { type ComparableMemory, RepeatFinder } from '../../domain/memories/find-repeats.ts';
import { enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns, nextTurn } from '../../platform/turns.ts';
import { checkStore, STEP, type SuggestionRecord } from './store.ts';

/** Most memories of an agent that are checked, the newest. */
const CHECKED = 20_000;
const READ_AT_ONCE = 250;

type OwnedMemory = ComparableMemory & { userId: string | null };
type AgentOf = Pick<Job<'hygiene'>, 'tenant' | 'agentId'>;

/** Enqueues a check of the agent's memories, where it has any. */
export async function enqueueCleanup(runtime: Runtime, tx: Tx, { tenant, agentId }: AgentOf): Promise<void> {
  const active = await checkStore(tx, tenant).active(agentId, null, 1);
  if (active.length > 0) await enqueueJob(runtime, tx, { kind: 'hygiene', tenant, agentId });
}

/** Checks the agent's memories and puts what is suggested now in the place of what was, but for what a person has decided. */
export async function checkMemories(
  runtime: Runtime,
  { tenant, agentId }: AgentOf,
  context: JobContext,
): Promise<void> {
  const at = runtime.clock();
  const memories = await readActive(runtime, tenant, agentId);
  const decided = new Set(await checkStore(runtime.db.read, tenant).ids(agentId, { open: false }));
  const records: SuggestionRecord[] = [];
  // Those of one user, or of none, are a scope of their own.
  for (const [userId, scope] of Map.groupBy(memories, (memory) => memory.userId)) {
    for await (const { memoryId, otherId } of repeatsIn(scope, decided)) {
      const id = suggestionId(memoryId, otherId);
      records.push({ id, agentId, userId, memoryId, otherId, status: 'open', foundAt: at });
    }
  }
  await putSuggestions(runtime, tenant, { agentId, records }, context);
  runtime.log.info('cleanup.done', {
    ...{ tenant, agent_id: agentId, memories: memories.length, suggestions: records.length },
  });
}

async function readActive(runtime: Runtime, tenant: string, agentId: string): Promise<OwnedMemory[]> {
  const store = checkStore(runtime.db.read, tenant);
  const memories: OwnedMemory[] = [];
  while (memories.length < CHECKED) {
    const chunk = await store.active(agentId, memories.at(-1) ?? null, READ_AT_ONCE);
    memories.push(...chunk);
    if (chunk.length < READ_AT_ONCE) break;
    await nextTurn();
  }
  return memories;
}

/** At most one repeat of each memory; pairs that were decided are left out. */
async function* repeatsIn(scope: readonly OwnedMemory[], decided: ReadonlySet<string>) {
  const finder = new RepeatFinder(
    (memoryId, otherId) => decided.size > 0 && decided.has(suggestionId(memoryId, otherId)),
  );
  // 20,000 memories of 4 kB do not fit into a thread of the pool.
  for await (const memory of inTurns(scope)) finder.add(memory);
  for await (const { id: memoryId } of inTurns(scope)) {
    const otherId = finder.find(memoryId);
    if (otherId !== null) yield { memoryId, otherId };
  }
}

/** The same for the same pair, so that what was decided about it is found again. */
function suggestionId(memoryId: string, otherId: string): string {
  const pair = JSON.stringify(['near_duplicate', memoryId, otherId]);
  return `sg_${createHash('sha256').update(pair).digest('base64url').slice(0, 22)}`;
}

/** Puts suggestions in the place of those that are open, some in each transaction. */
async function putSuggestions(
  runtime: Runtime,
  tenant: string,
  { agentId, records }: { agentId: string; records: readonly SuggestionRecord[] },
  { commit }: JobContext,
): Promise<void> {
  const open = await checkStore(runtime.db.read, tenant).ids(agentId, { open: true });
  const [before, now] = [new Set(open), new Set(records.map(({ id }) => id))];
  const gone = open.filter((id) => !now.has(id));
  const added = records.filter(({ id }) => !before.has(id));
  for (const chunk of inChunks(gone, STEP)) {
    await commit(async (tx) => await checkStore(tx, tenant).removeOpen(chunk));
    await nextTurn();
  }
  for (const chunk of inChunks(added, STEP)) {
    await commit(async (tx) => await checkStore(tx, tenant).add(chunk));
    await nextTurn();
  }
}
