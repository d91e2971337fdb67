/** The memories of a tenant as agents, people and dashboards read them. */
import type { Memory } from '../domain/memories/memory.ts';
import type { MemorySupport } from '../domain/memories/support.ts';
import { statusAt, viewMoment } from '../domain/memories/timeline.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound } from '../platform/errors.ts';
import { cutPage, momentOf, type Page, type Place } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { nextTurn } from '../platform/turns.ts';
import {
  type CountedSupport,
  type MemoryFilter,
  type MemoryRecord,
  memoryBrowseStore,
  memoryDigest,
  memoryStore,
  NO_SUPPORT,
  supportStore,
} from './storage/index.ts';

/** Memories that are read at once: others get their turn in between. */
const AT_ONCE = 100;

interface MemoryListing {
  filter: MemoryFilter;
  /** Where the page before said that this one begins. */
  cursor?: string | null | undefined;
  limit: number;
}

/** `at` is the moment of the view, null for the present; the status shown is that moment's. */
function toMemory(record: MemoryRecord, at: Date | null, counted: CountedSupport | undefined): Memory {
  const { textKey: _, createdBy: __, activatedAt: ___, closedAt: ____, evidenceKept, ...memory } = record;
  return {
    ...memory,
    support: toSupport(counted, evidenceKept),
    validFrom: record.validFrom.toISOString(),
    invalidAt: record.invalidAt?.toISOString() ?? null,
    status: (at === null ? null : statusAt(record, at)) ?? record.status,
    createdAt: record.createdAt.toISOString(),
  };
}

/** Null where nothing is known: what is older than the record is never made up. */
function toSupport(counted: CountedSupport | undefined, complete: boolean): MemorySupport | null {
  if (counted === undefined && !complete) return null;
  const { voices: _, ...counts } = counted ?? NO_SUPPORT;
  return { ...counts, complete };
}

/** Records as they are shown, with what they rest on. */
async function toMemories(
  runtime: Runtime,
  tenant: string,
  { records, at }: { records: readonly MemoryRecord[]; at: Date | null },
): Promise<Memory[]> {
  const counted = await supportStore(runtime.db.read, tenant).counted(records.map(({ id }) => id));
  return records.map((record) => toMemory(record, at, counted.get(record.id)));
}

function placeOfMemory({ createdAt, id, content, sources }: MemoryRecord): Place {
  return { key: createdAt, id, size: 500 + content.length + 40 * sources.length };
}

/**
 * At most `limit` memories, newest first, and fewer where they are large. In a view of an earlier moment those that had
 * the wanted status then.
 */
export async function listMemories(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor = null, limit }: MemoryListing,
): Promise<Page<Memory>> {
  const at = filter.at ? viewMoment(filter.at, runtime.clock()) : null;
  const store = memoryBrowseStore(runtime.db.read, tenant);
  const found: MemoryRecord[] = [];
  let before = momentOf(cursor);
  for (;;) {
    const take = Math.min(AT_ONCE, limit + 1 - found.length);
    const records = await store.page({ filter: { ...filter, at }, before, limit: take });
    found.push(...records);
    const { items, nextCursor } = cutPage(found, limit, placeOfMemory);
    const last = records.at(-1);
    if (nextCursor !== null || last === undefined || records.length < take) {
      return { items: await toMemories(runtime, tenant, { records: items, at }), nextCursor };
    }
    before = { at: last.createdAt, id: last.id };
    await nextTurn();
  }
}

/**
 * A memory with the one that it resembled when it was held, null where there is none, or none any more. `digest` stands for both: a
 * decision sends it along.
 */
interface BrowsedMemory extends Memory {
  similar: Memory | null;
  digest: string;
}

/** As {@link listMemories}, each beside what it resembles. */
export async function browseMemories(
  runtime: Runtime,
  principal: Principal,
  listing: MemoryListing,
): Promise<Page<BrowsedMemory>> {
  const { items, nextCursor } = await listMemories(runtime, principal, listing);
  const similarIds = items.flatMap(({ similarId }) => similarId ?? []);
  const similar = new Map((await readMemories(runtime, principal, similarIds)).map((one) => [one.id, one]));
  return {
    items: items.map((memory) => {
      const beside = similar.get(memory.similarId ?? '') ?? null;
      return { ...memory, similar: beside, digest: memoryDigest(memory, beside) };
    }),
    nextCursor,
  };
}

/** A memory among those that it replaced and that replaced it, oldest first. Unknown: `memory not found`. */
export async function memoryChain(runtime: Runtime, { tenant }: Principal, id: string): Promise<Memory[]> {
  const records = await memoryBrowseStore(runtime.db.read, tenant).chain(id);
  if (records.length === 0) throw notFound('memory');
  return await toMemories(runtime, tenant, { records, at: null });
}

/** Those of the memories `ids` that there are, in no order. */
export async function readMemories(
  runtime: Runtime,
  { tenant }: Principal,
  ids: readonly string[],
): Promise<Memory[]> {
  const records = await memoryStore(runtime.db.read, tenant).findAll(ids);
  return await toMemories(runtime, tenant, { records, at: null });
}

/** How many memories there are of each status, counted up to `COUNT_LIMIT`. */
export async function countMemories(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string | null,
): Promise<Record<string, number>> {
  return await memoryBrowseStore(runtime.db.read, tenant).countByStatus(agentId);
}
