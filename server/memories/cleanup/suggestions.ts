/**
 * What is suggested about memories that repeat another, a person's decisions on it, and the way back. Nothing is removed: a memory
 * that was merged is closed, and active again when it is restored.
 */
import { type AuditEvent, writeAudit } from '../../audit/index.ts';
import type {
  CleanupDecision,
  MemorySuggestion,
  SuggestionStatus,
} from '../../domain/memories/suggestion.ts';
import type { Principal } from '../../domain/principal.ts';
import { noteMemoryText } from '../../knowledge/embedding/index.ts';
import { bumpMemories, knowledgeOf } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isServiceError, notFound, ServiceError } from '../../platform/errors.ts';
import { cutPage, momentOf, type Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { readMemories } from '../index.ts';
import { refreshProfile } from '../profiles/index.ts';
import {
  type MemoryRecord,
  memoryDigest,
  memoryStore,
  reopenMemory,
  supportStore,
} from '../storage/index.ts';
import { suggestionStore } from './store.ts';

interface Listing {
  agentId: string | null;
  cursor?: string | null | undefined;
  limit: number;
}

/** A page of open suggestions, the latest found first. One whose memories have changed since is left out. */
export async function listSuggestions(
  runtime: Runtime,
  principal: Principal,
  { agentId, cursor = null, limit }: Listing,
): Promise<Page<MemorySuggestion>> {
  const store = suggestionStore(runtime.db.read, principal.tenant);
  const rows = await store.page({ agentId, before: momentOf(cursor), limit: limit + 1 });
  const { items, nextCursor } = cutPage(rows, limit, ({ foundAt, id }) => ({ key: foundAt, id }));
  const ids = items.flatMap(({ memoryId, otherId }) => [memoryId, otherId]);
  const memories = new Map((await readMemories(runtime, principal, ids)).map((one) => [one.id, one]));
  const suggestions = items.flatMap(({ id, foundAt, memoryId, otherId }): MemorySuggestion[] => {
    const [memory, other] = [memories.get(memoryId), memories.get(otherId)];
    if (memory === undefined || other === undefined) return [];
    return [{ id, foundAt: foundAt.toISOString(), memory, other, digest: memoryDigest(memory, other) }];
  });
  return { items: suggestions, nextCursor };
}

/** How many open suggestions there are of an agent, or of all. */
export async function countSuggestions(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string | null,
): Promise<number> {
  return await suggestionStore(runtime.db.read, tenant).count(agentId);
}

/** What became of one: its status now, or why nothing was done. */
interface SuggestionResult {
  id: string;
  status: SuggestionStatus | null;
  fault: { kind: ServiceError['kind']; detail: string } | null;
}

/** Decides one after the other; a refusal of one changes nothing for the others. */
export async function decideSuggestions(
  runtime: Runtime,
  principal: Principal,
  decisions: readonly CleanupDecision[],
): Promise<SuggestionResult[]> {
  const results: SuggestionResult[] = [];
  for (const decision of decisions) {
    try {
      const status = await decideSuggestion(runtime, principal, decision);
      results.push({ id: decision.id, status, fault: null });
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'unavailable') throw error;
      results.push({ id: decision.id, status: null, fault: { kind: error.kind, detail: error.detail } });
    }
    await nextTurn();
  }
  return results;
}

async function decideSuggestion(
  runtime: Runtime,
  principal: Principal,
  { id, action, digest = null }: CleanupDecision,
): Promise<SuggestionStatus> {
  const { tenant } = principal;
  const read = await suggestionStore(runtime.db.read, tenant).find(id);
  if (read === null) throw notFound('suggestion');
  return await changeMemories(runtime, tenant, read, async (tx) => {
    const suggestion = await suggestionStore(tx, tenant).find(id);
    if (suggestion === null) throw notFound('suggestion');
    if (suggestion.status !== 'open')
      throw new ServiceError('conflict', `it is ${suggestion.status} already`);
    const memory = await requireActive(tx, tenant, suggestion.memoryId);
    const other = await requireActive(tx, tenant, suggestion.otherId);
    if (digest !== null && digest !== memoryDigest(memory, other)) {
      throw new ServiceError('conflict', 'things changed since this was shown: what the memories say');
    }
    const at = runtime.clock();
    const status = action === 'keep' ? 'kept' : 'applied';
    await suggestionStore(tx, tenant).decide(id, status, at);
    if (action === 'merge') {
      await memoryStore(tx, tenant).close(memory.id, { supersededBy: other.id, at });
      await supportStore(tx, tenant).inherit(memory.id, other.id);
      await refreshProfile(runtime, tx, tenant, memory);
    }
    const event =
      action === 'keep'
        ? eventOf('memory.kept', memory, { repeats: other.id })
        : eventOf('memory.merged', memory, { superseded_by: other.id });
    await writeAudit(runtime, tx, principal, event);
    return status;
  });
}

/** Runs `work` while no one else changes memories of the agent, and has what recalls serve read again. */
async function changeMemories<T>(
  runtime: Runtime,
  tenant: string,
  { agentId, userId }: Pick<MemoryRecord, 'agentId' | 'userId'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { result, revision } = await runtime.db.write(async (tx) => {
    const revision = await bumpMemories(tx, tenant, agentId);
    return { result: await work(tx), revision };
  });
  knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, affected: { agentId, userId } });
  return result;
}

/** The memory, which must be active. */
async function requireActive(tx: Tx, tenant: string, id: string): Promise<MemoryRecord> {
  const memory = await memoryStore(tx, tenant).find(id);
  if (memory === null) throw new ServiceError('conflict', 'a memory of it was deleted');
  if (memory.status !== 'active') throw new ServiceError('conflict', `a memory of it is ${memory.status}`);
  return memory;
}

/**
 * Makes a closed memory active again, for any reason that it was closed; what took its place stays. Views of earlier moments show it as
 * active throughout: the audit log says when it was not. Unknown: `memory not found`.
 */
export async function restoreMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ id: string; status: 'active' }> {
  const { tenant } = principal;
  const read = await memoryStore(runtime.db.read, tenant).find(id);
  if (read === null) throw notFound('memory');
  await changeMemories(runtime, tenant, read, async (tx) => {
    const memory = await memoryStore(tx, tenant).find(id);
    if (memory === null) throw notFound('memory');
    await reopen(runtime, tx, tenant, memory);
    if (memory.supersededBy !== null) await undoMerge(runtime, tx, tenant, memory.id, memory.supersededBy);
    await writeAudit(
      runtime,
      tx,
      principal,
      eventOf('memory.restored', memory, { superseded_by: memory.supersededBy }),
    );
  });
  return { id, status: 'active' };
}

/** A conflict where it is not closed, or another says the same by now. */
async function reopen(runtime: Runtime, tx: Tx, tenant: string, memory: MemoryRecord): Promise<void> {
  const duplicate = await memoryStore(tx, tenant).sameText(memory, memory.textKey);
  if (duplicate?.status === 'active' && duplicate.id !== memory.id) {
    throw new ServiceError('conflict', 'another memory says the same');
  }
  if (!(await reopenMemory(tx, tenant, memory.id)))
    throw new ServiceError('conflict', `memory is ${memory.status}`);
  await refreshProfile(runtime, tx, tenant, memory);
  await noteMemoryText(runtime, tx, tenant, { ...memory, vector: null });
}

/** Where a person had merged the two, their support parts again, and the same is not suggested again. */
async function undoMerge(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  memoryId: string,
  otherId: string,
): Promise<void> {
  const store = suggestionStore(tx, tenant);
  const merge = await store.mergeOf(memoryId, otherId);
  if (merge === null) return;
  await supportStore(tx, tenant).disinherit(memoryId, otherId);
  await store.decide(merge, 'kept', runtime.clock());
}

function eventOf(
  action: AuditEvent['action'],
  { id, agentId, kind }: MemoryRecord,
  more: object,
): AuditEvent {
  return { action, resource: `memory:${id}`, details: { agent_id: agentId, kind, ...more } };
}
