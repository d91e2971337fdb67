/**
 * Releases a held memory, reconciled with what is believed by now: it takes the place of what it contradicts or completes, and is
 * closed where something else already says it. A reviewer's word needs no model: where none can be had or its answer not be
 * used, the memory is released as it is, beside the others, and a line tells of it. Without a reviewer it stays held then.
 */
import { type AuditEvent, writeAudit } from '../audit/index.ts';
import type { Vector } from '../domain/knowledge/vector.ts';
import type { MemoryStatus } from '../domain/memories/memory.ts';
import { callerSource } from '../domain/memories/support.ts';
import { isSystemActor, type Principal } from '../domain/principal.ts';
import { noteMemoryText } from '../knowledge/embedding/index.ts';
import { bumpMemories } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { REQUEST_TIMEOUTS, type TimeoutPolicy } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { refreshProfile } from './profiles/index.ts';
import {
  attemptUntilDecided,
  type Consideration,
  type CurrentReconciliation,
  currentReconciliation,
  logMissed,
  type MissedReconciliation,
  missedBy,
  prepareSimilar,
  type Replacement,
  type SimilarMemories,
  similarWithin,
} from './reconciliation/index.ts';
import type { Commit } from './remember.ts';
import {
  type AttemptResult,
  type Author,
  announceChange,
  CHANGED,
  effectiveReconciliation,
  inheritSupport,
  profileChange,
  statementVector,
  takePlace,
} from './statements/index.ts';
import { type MemoryRecord, memoryStore, requireShown, supportStore } from './storage/index.ts';

/** How it ended; `missed` as with a new memory. */
export interface ReleaseResult {
  status: MemoryStatus;
  missed: MissedReconciliation | null;
}

/** What one attempt works with. */
interface ApprovalContext {
  runtime: Runtime;
  tx: Tx;
  principal: Author;
  record: MemoryRecord;
  /** Of what the memory said when it was held, where there is one. */
  vector: Vector | null;
  /** The agent's revision that this transaction makes. */
  revision: number;
  /** The active memory that is most like it, once any was found. */
}

/** The memory, which must be pending. Unknown ids are `not_found`; one that is not pending is a `conflict`. */
export async function findPending(tx: Tx, tenant: string, id: string): Promise<MemoryRecord> {
  const record = await memoryStore(tx, tenant).find(id);
  if (record === null) throw notFound('memory');
  if (record.status !== 'pending') throw new ServiceError('conflict', `memory is ${record.status}`);
  return record;
}

/** Where two people must agree, who added a memory may not approve it. */
function requireOther({ config }: Runtime, { actor }: Principal, { createdBy }: MemoryRecord): void {
  if (config.governance.reviewFourEyes && createdBy === actor) {
    throw new ServiceError('forbidden', 'someone else has to approve what you added');
  }
}

/**
 * Makes a pending memory active, or closes it where another one already says it; `status` tells which. `shown` is the digest of
 * what the reviewer saw, null where nothing is to be compared.
 */
export async function approveMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
  shown: string | null = null,
): Promise<{ id: string; status: MemoryStatus }> {
  const { status } = await releaseMemory(runtime, id, {
    ...{ principal, timeouts: REQUEST_TIMEOUTS, commit: runtime.db.write },
    async check(tx, memory) {
      requireOther(runtime, principal, memory);
      await requireShown(tx, principal.tenant, { shown, approve: true, memory });
    },
  });
  return { id, status };
}

/** How a memory is released, and by whom: a person, or policy. */
interface ReleaseOptions {
  principal: Author;
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  patience?: AbortSignal | undefined;
  commit: Commit;
  /** Throws where it must not be released. */
  check: (tx: Tx, memory: MemoryRecord) => Promise<void>;
}

/** Makes a pending memory active, or closes it where another one already says it; `status` tells which. */
export async function releaseMemory(
  runtime: Runtime,
  id: string,
  { principal, timeouts, signal, patience, commit, check }: ReleaseOptions,
): Promise<ReleaseResult> {
  const { tenant } = principal;
  const record = await findPending(runtime.db.read, tenant, id);
  const { kind, content, holdReasons: accepted } = record;
  const vector = await statementVector(runtime, tenant, { scope: record, content });
  await prepareSimilar(runtime, tenant, record);
  const question = { tenant, kind, content, recalled: [], accepted, timeouts, signal, patience };
  const { status, missed } = await attemptUntilDecided(runtime, question, async (consideration) => {
    const { outcome, change } = await commit(async (tx) => {
      // The revision comes before the row, as with every change of memories, so that none waits for another in a ring.
      const revision = await bumpMemories(tx, tenant, record.agentId);
      const present = await findPending(tx, tenant, id);
      await check(tx, present);
      return await release({ runtime, tx, principal, record: present, vector, revision }, consideration);
    });
    announceChange(runtime, tenant, record, change);
    return outcome;
  });
  if (missed !== null) logMissed(runtime, tenant, missed, record);
  return { status, missed };
}

/** Releases the memory, or says which memories have to be considered first. */
async function release(
  context: ApprovalContext,
  consideration: Consideration,
): Promise<AttemptResult<ReleaseResult>> {
  const { runtime, tx, principal, record, vector, revision } = context;
  const { tenant } = principal;
  const duplicate = await memoryStore(tx, tenant).sameText(record, record.textKey);
  if (duplicate?.status === 'active') return await closeInFavourOf(context, duplicate.id);
  const { content } = record;
  const similar = await similarWithin(runtime, tx, tenant, {
    scope: record,
    content,
    vector,
    revision: revision - 1,
  });
  if (similar.ids.length === 0) return await activate(context, null);
  const current = currentReconciliation(similar, consideration);
  if (current.action === 'stale' && consideration.mayAsk) return considerFirst(context, similar);
  return await carryOut(context, await effectiveReconciliation(tx, tenant, record, current));
}

function considerFirst(
  { revision }: ApprovalContext,
  similar: SimilarMemories,
): AttemptResult<ReleaseResult> {
  return { outcome: { similar }, change: { revision, activated: null, closedOne: false } };
}

async function carryOut(
  context: ApprovalContext,
  current: CurrentReconciliation,
): Promise<AttemptResult<ReleaseResult>> {
  switch (current.action) {
    case 'add':
      return await activate(context, null);
    case 'noop':
      return await closeInFavourOf(context, current.target);
    case 'update':
    case 'supersede': {
      const { runtime, tx, principal, record } = context;
      const replacement = { reconciliation: current, by: record.id, at: runtime.clock(), given: record };
      const replaced = await takePlace(tx, principal.tenant, replacement);
      if (replaced === null) return await releaseAsIs(context, CHANGED);
      return await activate({ ...context, record: { ...record, ...replaced.wording } }, null, {
        action: current.action,
        old: replaced.old,
      });
    }
    default:
      return await releaseAsIs(context, missedBy(context.runtime, current));
  }
}

/** What nobody could reconcile is released on a person's word alone. */
async function releaseAsIs(
  context: ApprovalContext,
  missed: MissedReconciliation,
): Promise<AttemptResult<ReleaseResult>> {
  if (!isSystemActor(context.principal.actor)) return await activate(context, missed);
  const { revision } = context;
  return {
    outcome: { decided: { status: 'pending', missed } },
    change: { revision, activated: null, closedOne: false },
  };
}

/** Makes the memory active, after `replaced` was closed for it. */
async function activate(
  context: ApprovalContext,
  missed: MissedReconciliation | null,
  replaced: { action: Replacement['action']; old: MemoryRecord } | null = null,
): Promise<AttemptResult<ReleaseResult>> {
  const { runtime, tx, principal, record, revision } = context;
  const { tenant } = principal;
  const vector = replaced?.action === 'update' ? null : context.vector;
  if (!(await memoryStore(tx, tenant).activate(record.id, { ...record, at: runtime.clock() }))) {
    throw new ServiceError('conflict', 'memory is not pending');
  }
  await noteApproval(context, record.id);
  if (replaced !== null) await inheritSupport(tx, tenant, { ...replaced, to: record.id });
  await refreshProfile(runtime, tx, tenant, replaced === null ? record : profileChange(record, replaced.old));
  await noteMemoryText(runtime, tx, tenant, { ...record, vector });
  const more = replaced === null ? {} : { superseded: replaced.old.id };
  if (replaced !== null) {
    await writeAudit(runtime, tx, principal, eventOf(`memory.${replaced.action}`, record, more));
  }
  await writeAudit(runtime, tx, principal, eventOf('memory.approved', record, more));
  return {
    outcome: { decided: { status: 'active', missed } },
    change: { revision, activated: record, closedOne: replaced !== null, vector },
  };
}

/** A person who approves a memory stands behind it too. */
async function noteApproval({ runtime, tx, principal }: ApprovalContext, memoryId: string): Promise<void> {
  const { tenant, actor } = principal;
  if (isSystemActor(actor)) return;
  const support = {
    source: callerSource(actor),
    saidBy: ['reviewer' as const],
    sessionId: null,
    userId: null,
  };
  await supportStore(tx, tenant).add([{ memoryId, support: [support] }], runtime.clock());
}

/** Closes the memory in favour of one that already says it, and rests on more now. It was never believed, so no view changes. */
async function closeInFavourOf(context: ApprovalContext, to: string): Promise<AttemptResult<ReleaseResult>> {
  const { runtime, tx, principal, record, revision } = context;
  const closing = { supersededBy: to, at: runtime.clock() };
  if (!(await memoryStore(tx, principal.tenant).close(record.id, closing, 'pending'))) {
    throw new ServiceError('conflict', 'memory is not pending');
  }
  await supportStore(tx, principal.tenant).inherit(record.id, to);
  await noteApproval(context, to);
  await writeAudit(runtime, tx, principal, eventOf('memory.approved', record, { superseded_by: to }));
  return {
    outcome: { decided: { status: 'superseded', missed: null } },
    change: { revision, activated: null, closedOne: false },
  };
}

function eventOf(
  action: AuditEvent['action'],
  { id, agentId, kind, holdReasons }: MemoryRecord,
  more: object,
): AuditEvent {
  return {
    action,
    resource: `memory:${id}`,
    details: { agent_id: agentId, kind, hold_reasons: holdReasons, ...more },
  };
}
