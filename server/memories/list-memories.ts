/** The memories of an agent as people and dashboards read them. */
import type { Memory, MemoryStatus } from '../domain/memories/memory.ts';
import { statusAt, viewMoment } from '../domain/memories/timeline.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound } from '../platform/errors.ts';
import { cursorOf, fitting, momentOf, type Page, pageOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { nextTurn } from '../platform/take-steps.ts';
import { type BrowseFilter, memoryBrowseStore } from './browse-store.ts';
import { type MemoryRecord, memoryStore } from './store.ts';

/** Which memories, by the names of the interface; `as_of` is an ISO moment. */
interface MemoryListing {
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
function toMemory(record: MemoryRecord, at: Date | null): Memory {
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

/** Memories as people look through them: what is held beside what it resembles, earlier views, and what replaced what. */

/**
 * A memory with the one that it resembled when it was held; null where there is none, or none any more. `then` is its
 * status at the moment of the view: null where it was not known yet, or where the view is of the present.
 */
interface BrowsedMemory extends Memory {
  similar: Memory | null;
  then: MemoryStatus | null;
}

interface BrowseRequest {
  filter: BrowseFilter;
  cursor: string | null;
  limit: number;
}

/** A page of memories, newest first. */
export async function browseMemories(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor, limit }: BrowseRequest,
): Promise<Page<BrowsedMemory>> {
  const { read } = runtime.db;
  const at = filter.at === null ? null : viewMoment(filter.at.toISOString(), runtime.clock());
  const wanted = { filter: { ...filter, at }, before: momentOf(cursor), limit: limit + 1 };
  const rows = await memoryBrowseStore(read, tenant).page(wanted);
  const similarIds = rows.flatMap(({ similarId }) => similarId ?? []);
  const similar = new Map((await memoryStore(read, tenant).findAll(similarIds)).map((one) => [one.id, one]));
  return pageOf(rows, limit, {
    show: (row: MemoryRecord) => {
      const like = row.similarId === null ? undefined : similar.get(row.similarId);
      const then = at === null ? null : statusAt(row, at);
      return { ...toMemory(row, at), similar: like === undefined ? null : toMemory(like, null), then };
    },
    place: ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }),
  });
}

/** A memory among those that it replaced and that replaced it, oldest first. Unknown: `memory not found`. */
export async function memoryChain(runtime: Runtime, { tenant }: Principal, id: string): Promise<Memory[]> {
  const records = await memoryBrowseStore(runtime.db.read, tenant).chain(id);
  if (records.length === 0) throw notFound('memory');
  return records.map((record) => toMemory(record, null));
}

/** Those of the memories `ids` that there are, in no order. */
export async function readMemories(
  runtime: Runtime,
  { tenant }: Principal,
  ids: readonly string[],
): Promise<Memory[]> {
  const records = await memoryStore(runtime.db.read, tenant).findAll(ids);
  return records.map((record) => toMemory(record, null));
}

/** How many memories came or went in each of `bins` equal parts of the time since the first one. */
interface Timeline {
  from: string | null;
  to: string;
  bins: number[];
}

/** The density of an agent's memories over time, of all agents' where it is null. */
export async function memoryTimeline(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, bins }: { agentId: string | null; bins: number },
): Promise<Timeline> {
  const rows = await memoryBrowseStore(runtime.db.read, tenant).moments(agentId);
  const now = runtime.clock();
  const first = rows.at(-1)?.createdAt ?? null;
  const counts = Array.from({ length: bins }, () => 0);
  if (first !== null) {
    const span = Math.max(1, now.getTime() - first.getTime());
    for (const moment of rows.flatMap(({ createdAt, closedAt }) => [createdAt, closedAt ?? []].flat())) {
      const share = (moment.getTime() - first.getTime()) / span;
      const bin = Math.min(bins - 1, Math.max(0, Math.floor(share * bins)));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  return { from: first?.toISOString() ?? null, to: now.toISOString(), bins: counts };
}

/** How many memories there are of each status. */
export async function countMemories(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string | null,
): Promise<Record<string, number>> {
  return await memoryBrowseStore(runtime.db.read, tenant).countByStatus(agentId);
}
