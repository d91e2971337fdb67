/** A reviewer's decisions on held memories in the dashboard, one by itself or many. */
import { isFinding } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { isServiceError, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { approveMemory } from './approve-memory.ts';
import { rejectMemory } from './remove-memory.ts';
import { memoryStore } from './storage/index.ts';

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
