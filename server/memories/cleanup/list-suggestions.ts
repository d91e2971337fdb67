/** What is suggested about memories, as people and dashboards read it; and asking for a check. */
import type { Memory } from '../../domain/memories/memory.ts';
import { actionsFor, type MemorySuggestion, type SuggestionKind } from '../../domain/memories/suggestion.ts';
import type { Principal } from '../../domain/principal.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { cutPage, momentOf, type Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readMemories } from '../index.ts';
import { pairDigest } from './pair-digest.ts';
import { type SuggestionFilter, type SuggestionRecord, suggestionStore } from './suggestion-store.ts';

interface Listing {
  filter: SuggestionFilter;
  cursor?: string | null | undefined;
  limit: number;
}

/** A page of open suggestions, the latest found first. One whose memories have changed since is left out. */
export async function listSuggestions(
  runtime: Runtime,
  principal: Principal,
  { filter, cursor = null, limit }: Listing,
): Promise<Page<MemorySuggestion>> {
  const store = suggestionStore(runtime.db.read, principal.tenant);
  const records = await store.page({ filter, before: momentOf(cursor), limit: limit + 1 });
  const { items, nextCursor } = cutPage(records, limit, ({ foundAt, id }) => ({ key: foundAt, id }));
  const ids = items.flatMap(({ memoryId, otherId }) => [memoryId, ...(otherId === null ? [] : [otherId])]);
  const memories = new Map((await readMemories(runtime, principal, ids)).map((one) => [one.id, one]));
  return { items: items.flatMap((record) => toSuggestions(record, memories)), nextCursor };
}

function toSuggestions(record: SuggestionRecord, memories: ReadonlyMap<string, Memory>): MemorySuggestion[] {
  const { id, kind, foundAt, memoryId, otherId } = record;
  const memory = memories.get(memoryId);
  const other = memories.get(otherId ?? '') ?? null;
  if (memory === undefined || (otherId !== null && other === null)) return [];
  const [action, alternative] = actionsFor(kind);
  const digest = pairDigest(memory, other);
  return [{ id, kind, action, alternative, foundAt: foundAt.toISOString(), memory, other, digest }];
}

/** How many open suggestions there are of each kind, and when memories were last checked: null where they never were. */
export async function countSuggestions(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId = null, userId = null }: SuggestionFilter,
): Promise<{ kinds: { kind: SuggestionKind; count: number }[]; checkedAt: string | null }> {
  const store = suggestionStore(runtime.db.read, tenant);
  const kinds = await store.counts({ agentId, userId });
  const at = await store.checkedAt(agentId);
  return { kinds, checkedAt: at?.toISOString() ?? null };
}

/** Queues a check of an agent's memories now. */
export async function startCleanup(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<{ status: 'queued' }> {
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'hygiene', tenant, agentId }));
  return { status: 'queued' };
}
