/** The memories of an agent as people and dashboards read them. */
import type { Memory, MemoryStatus } from '../domain/memories/memory.ts';
import { statusAt, viewMoment } from '../domain/memories/timeline.ts';
import type { Principal } from '../domain/principal.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type MemoryRecord, memoryStore } from './store.ts';

/** Which memories, by the names of the interface; `as_of` is an ISO moment. */
export interface MemoryListing {
  agent_id: string;
  user_id?: string | undefined;
  as_of?: string | undefined;
  include_history: boolean;
  status?: MemoryStatus | undefined;
  limit: number;
}

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

/** At most `limit` memories, newest first; with `as_of` those that had the wanted status at that moment. */
export async function listMemories(
  runtime: Runtime,
  principal: Principal,
  listing: MemoryListing,
): Promise<Memory[]> {
  const at = listing.as_of === undefined ? null : viewMoment(listing.as_of, runtime.clock());
  const records = await memoryStore(runtime.db.read, principal.tenant).list({
    agentId: listing.agent_id,
    userId: listing.user_id,
    statuses: statusesOf(listing),
    at,
    limit: listing.limit,
  });
  return records.map((record) => toMemory(record, at));
}
