/** The memories of an agent as people and dashboards read them. */
import type { Memory, MemoryStatus } from '../domain/memories/memory.ts';
import { statusAt, viewMoment } from '../domain/memories/timeline.ts';
import type { Principal } from '../domain/principal.ts';
import { cursorOf, fitting, momentOf, type Page } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { nextTurn } from '../platform/take-steps.ts';
import { type MemoryRecord, memoryStore } from './store.ts';

/** Which memories, by the names of the interface; `as_of` is an ISO moment. */
export interface MemoryListing {
  agent_id: string;
  user_id?: string | undefined;
  as_of?: string | undefined;
  include_history: boolean;
  status?: MemoryStatus | undefined;
  /** Where the page before said that this one begins. */
  cursor?: string | undefined;
  limit: number;
}

/** Memories that are read at once: others get their turn in between. */
const AT_ONCE = 100;

function statusesOf({ status, include_history }: MemoryListing): MemoryStatus[] {
  if (status !== undefined) return [status];
  return include_history ? ['active', 'superseded'] : ['active'];
}

/** `at` is the moment of the view, null for the present; the status shown is that moment's. */
export function toMemory(record: MemoryRecord, at: Date | null): Memory {
  return {
    id: record.id,
    agent_id: record.agentId,
    user_id: record.userId,
    kind: record.kind,
    content: record.content,
    confidence: record.confidence,
    valid_from: record.validFrom.toISOString(),
    invalid_at: record.invalidAt?.toISOString() ?? null,
    superseded_by: record.supersededBy,
    sources: record.sources,
    status: (at === null ? null : statusAt(record, at)) ?? record.status,
    hold_reasons: record.holdReasons,
    similar_id: record.similarId,
    created_at: record.createdAt.toISOString(),
  };
}

/**
 * At most `limit` memories, newest first, and fewer where they are large: the cursor is where the next page begins. With `as_of`
 * those that had the wanted status at that moment.
 */
export async function pageOfMemories(
  runtime: Runtime,
  { tenant }: Principal,
  listing: MemoryListing,
): Promise<Page<Memory>> {
  const { agent_id: agentId, user_id: userId, as_of: asOf, cursor = null, limit } = listing;
  const at = asOf === undefined ? null : viewMoment(asOf, runtime.clock());
  const place = momentOf(cursor);
  const store = memoryStore(runtime.db.read, tenant);
  const found: (MemoryRecord & { size: number })[] = [];
  let before = place === null ? null : { id: place.id, createdAt: place.at };
  for (;;) {
    const take = Math.min(AT_ONCE, limit + 1 - found.length);
    const records = await store.list({
      agentId,
      userId,
      statuses: statusesOf(listing),
      at,
      before,
      limit: take,
    });
    found.push(...records.map((record) => ({ ...record, size: sizeOf(record) })));
    before = records.at(-1) ?? null;
    const shown = fitting(found, limit);
    const isCut = shown.length < found.length;
    if (isCut || records.length < take) {
      const last = isCut ? shown.at(-1) : undefined;
      return {
        items: shown.map((record) => toMemory(record, at)),
        nextCursor: last === undefined ? null : cursorOf({ key: last.createdAt.toISOString(), id: last.id }),
      };
    }
    await nextTurn();
  }
}

function sizeOf({ content, sources }: MemoryRecord): number {
  return 500 + content.length + 40 * sources.length;
}

/** The memories of {@link pageOfMemories}. */
export async function listMemories(
  runtime: Runtime,
  principal: Principal,
  listing: MemoryListing,
): Promise<Memory[]> {
  return (await pageOfMemories(runtime, principal, listing)).items;
}
