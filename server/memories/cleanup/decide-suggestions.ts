/**
 * A person's decisions on suggestions, each in a transaction of its own with its audit entry. Nothing is removed: a memory that was
 * merged or forgotten is closed, and believed again when that is undone.
 */
import { type AuditEvent, writeAudit } from '../../audit/index.ts';
import {
  actionsFor,
  type CleanupAction,
  type CleanupDecision,
  type SuggestionStatus,
} from '../../domain/memories/suggestion.ts';
import type { Principal } from '../../domain/principal.ts';
import { noteMemoryText } from '../../knowledge/embedding/index.ts';
import { bumpMemories, knowledgeOf } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, isServiceError, notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { type MemoryRecord, memoryStore, reopenMemory } from '../index.ts';
import { refreshProfile } from '../profiles/index.ts';
import { supportStore } from '../support/index.ts';
import { pairDigest } from './pair-digest.ts';
import { checkStore, type SuggestionRecord, suggestionStore } from './suggestion-store.ts';

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
  decision: CleanupDecision,
): Promise<SuggestionStatus> {
  const { tenant } = principal;
  const read = await suggestionStore(runtime.db.read, tenant).find(decision.id);
  if (read === null) throw notFound('suggestion');
  return await changeMemories(runtime, tenant, read, async (tx) => {
    const suggestion = await suggestionStore(tx, tenant).find(decision.id);
    if (suggestion === null) throw notFound('suggestion');
    const context = { runtime, tx, principal, suggestion };
    const { action, digest = null } = decision;
    return action === 'undo' ? await undo(context) : await apply(context, action, digest);
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

interface Context {
  runtime: Runtime;
  tx: Tx;
  principal: Principal;
  suggestion: SuggestionRecord;
}

const EVENTS = { merge: 'memory.merged', forget: 'memory.forgotten', keep: 'memory.kept' } as const;

async function apply(
  { runtime, tx, principal, suggestion }: Context,
  action: CleanupAction,
  digest: string | null,
): Promise<SuggestionStatus> {
  const { tenant } = principal;
  const { id, kind, memoryId, otherId, status } = suggestion;
  if (!actionsFor(kind).includes(action))
    throw invalid(['body', 'action'], `is none for ${kind}`, 'value_error');
  if (status !== 'open') throw new ServiceError('conflict', `it is ${status} already`);
  const store = memoryStore(tx, tenant);
  const memory = await requireActive(tx, tenant, memoryId);
  const other = otherId === null ? null : await requireActive(tx, tenant, otherId);
  if (digest !== null && digest !== pairDigest(memory, other)) {
    throw new ServiceError('conflict', 'things changed since this was shown: what the memories say');
  }
  const at = runtime.clock();
  const to = action === 'keep' ? 'kept' : 'applied';
  await suggestionStore(tx, tenant).move(id, { from: 'open', to, at });
  if (action !== 'keep') {
    await store.close(memoryId, { supersededBy: action === 'merge' ? otherId : null, at });
    if (kind === 'near_duplicate' && otherId !== null)
      await supportStore(tx, tenant).inherit(memoryId, otherId);
    await refreshProfile(runtime, tx, tenant, memory);
  }
  const more = action === 'merge' ? { superseded_by: otherId } : {};
  await writeAudit(runtime, tx, principal, eventOf(EVENTS[action], memory, { suggestion: kind, ...more }));
  return to;
}

/** The memory, which must be active. */
async function requireActive(tx: Tx, tenant: string, id: string): Promise<MemoryRecord> {
  const memory = await memoryStore(tx, tenant).find(id);
  if (memory === null) throw new ServiceError('conflict', 'a memory of it was deleted');
  if (memory.status !== 'active') throw new ServiceError('conflict', `a memory of it is ${memory.status}`);
  return memory;
}

async function undo({ runtime, tx, principal, suggestion }: Context): Promise<SuggestionStatus> {
  const { tenant } = principal;
  const { id, kind, memoryId, otherId, status } = suggestion;
  if (status === 'open') throw new ServiceError('conflict', 'nothing was decided');
  await suggestionStore(tx, tenant).move(id, { from: status, to: 'open', at: null });
  const memory = await memoryStore(tx, tenant).find(memoryId);
  if (memory === null) throw notFound('memory');
  if (status === 'applied') {
    const merged = actionsFor(kind).includes('merge');
    await reopenClosed(runtime, tx, tenant, { memory, supersededBy: merged ? otherId : null });
    if (otherId !== null) await supportStore(tx, tenant).disinherit(memoryId, otherId);
  }
  await writeAudit(
    runtime,
    tx,
    principal,
    eventOf('memory.restored', memory, { suggestion: kind, was: status }),
  );
  return 'open';
}

/** Reopens a closed memory: a conflict where it is not closed as `supersededBy` says (if given), or another says the same by now. */
async function reopenClosed(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { memory, supersededBy }: { memory: MemoryRecord; supersededBy?: string | null },
): Promise<void> {
  const store = memoryStore(tx, tenant);
  const duplicate = await store.sameText(memory, memory.textKey);
  if (duplicate?.status === 'active' && duplicate.id !== memory.id) {
    throw new ServiceError('conflict', 'another memory says the same');
  }
  if (!(await reopenMemory(tx, tenant, memory.id, supersededBy))) {
    const why =
      memory.status === 'superseded' ? 'something else took its place' : `memory is ${memory.status}`;
    throw new ServiceError('conflict', why);
  }
  await refreshProfile(runtime, tx, tenant, memory);
  await noteMemoryText(runtime, tx, tenant, { ...memory, vector: null });
}

/**
 * Believes a closed memory again, for any reason that it was closed; what took its place stays. Views of earlier moments show it as believed
 * throughout: the audit log says when it was not. Unknown: `memory not found`.
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
    await reopenClosed(runtime, tx, tenant, { memory });
    await checkStore(tx, tenant).keepRestored(id, runtime.clock());
    await writeAudit(
      runtime,
      tx,
      principal,
      eventOf('memory.restored', memory, { superseded_by: memory.supersededBy }),
    );
  });
  return { id, status: 'active' };
}

function eventOf(
  action: AuditEvent['action'],
  { id, agentId, kind }: MemoryRecord,
  more: object,
): AuditEvent {
  return { action, resource: `memory:${id}`, details: { agent_id: agentId, kind, ...more } };
}
