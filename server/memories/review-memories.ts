/** A reviewer's decisions on held memories in the dashboard, one by itself or many. */

import { writeAudit } from '../audit/index.ts';
import { isFinding } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { bumpMemories, knowledgeOf } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { isServiceError, notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { approveMemory, findPending } from './approve-memory.ts';
import { refreshProfile } from './profiles/index.ts';
import { memoryStore, requireShown } from './storage/index.ts';

/** `expect` is the digest of what the reviewer saw; without one nothing is compared. */
interface MemoryDecision {
  id: string;
  expect: string | null;
}

interface MemoryReview {
  decisions: readonly MemoryDecision[];
  approve: boolean;
  /** Whether the reviewer looked at it by itself, and so at its findings. */
  alone?: boolean;
}

/** What became of one: `status`, or why nothing did. */
interface DecisionResult {
  id: string;
  status: 'active' | 'superseded' | 'pending' | 'rejected' | null;
  fault: { kind: string; detail: string } | null;
}

/**
 * Decides one after the other, each in a transaction of its own and with an answer of its own; a refusal of one changes nothing for
 * the others. What the safety scan found something in is not believed in passing: it needs a look and a decision by itself.
 */
export async function reviewMemories(
  runtime: Runtime,
  principal: Principal,
  { decisions, approve, alone = false }: MemoryReview,
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  for (const { id, expect } of decisions) {
    try {
      if (approve && !alone) await refuseFinding(runtime, principal, id);
      const status = approve
        ? (await approveMemory(runtime, principal, id, expect)).status
        : await rejectMemory(runtime, principal, id, expect);
      results.push({ id, status, fault: null });
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'unavailable') throw error;
      results.push({ id, status: null, fault: { kind: error.kind, detail: error.detail } });
    }
  }
  return results;
}

/** The reasons of a held memory never change, so that reading them before the decision is enough. */
async function refuseFinding(runtime: Runtime, { tenant }: Principal, id: string): Promise<void> {
  const record = await memoryStore(runtime.db.read, tenant).find(id);
  if (record?.holdReasons.some(isFinding) === true) {
    throw new ServiceError('conflict', 'memories with findings are decided one at a time');
  }
}

// Removes one memory for good; what it once superseded stays closed.

/** Removes the row; an unknown id is `not_found`, also for the second of two that remove it at once. */
export async function deleteMemory(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  await removeMemory(runtime, principal, id, async () => undefined);
}

/** Removes a memory that is still held, and still what the reviewer saw; a `conflict` where it is not. */
async function rejectMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
  shown: string | null,
): Promise<'rejected'> {
  const { tenant } = principal;
  await removeMemory(runtime, principal, id, async (tx) => {
    const memory = await findPending(tx, tenant, id);
    await requireShown(tx, tenant, { shown, approve: false, memory });
  });
  return 'rejected';
}

async function removeMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { tenant } = principal;
  const { record, revision } = await runtime.db.write(async (tx) => {
    const store = memoryStore(tx, tenant);
    const record = await store.find(id);
    if (record === null) throw notFound('memory');
    const revision = await bumpMemories(tx, tenant, record.agentId);
    await check(tx);
    if (!(await store.remove(id))) throw notFound('memory');
    await refreshProfile(runtime, tx, tenant, record);
    await writeAudit(runtime, tx, principal, {
      action: 'memory.deleted',
      resource: `memory:${id}`,
      details: { agent_id: record.agentId, kind: record.kind, status: record.status },
    });
    return { record, revision };
  });
  const { agentId, userId } = record;
  // Whether it was active is not asked: it may have been released since it was read.
  knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, affected: { agentId, userId } });
}
