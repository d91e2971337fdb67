/**
 * Releases a held memory on a reviewer's word, reconciled with what is believed by now: it takes the place of what it contradicts
 * or completes, and is closed where something else already says it. A reviewer's word needs no model: where none can be
 * had or its answer not be used, the memory is released as it is, beside the others, and a line tells of it.
 */
import { type AuditEvent, writeAudit } from '../audit/index.ts';
import type { Vector } from '../domain/knowledge/vector.ts';
import type { MemoryStatus } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { noteMemoryText } from '../knowledge/embedding/index.ts';
import { bumpRevision, knowledgeOf } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { CALLER_PATIENCE } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import {
  currentVerdict,
  type Judgement,
  logMissed,
  type Missed,
  missedBy,
  type Occasion,
  prepareSimilar,
  type Similar,
  settleConsidered,
  similarWithin,
} from './considered.ts';
import { refreshProfile } from './profiles/index.ts';
import { CHANGED, effectiveJudgement, profileChange, takePlace } from './replacement.ts';
import type { Attempted } from './settle-statement.ts';
import { statementVector } from './statement.ts';
import { type MemoryRecord, memoryStore } from './store.ts';
import { tellChanged } from './tell-changed.ts';

/** How it ended; `missed` as with a new memory. */
interface Released {
  status: MemoryStatus;
  missed: Missed | null;
}

/** One attempt's surroundings. */
interface Place {
  runtime: Runtime;
  tx: Tx;
  principal: Principal;
  record: MemoryRecord;
  /** Of what the memory said when it was held, where there is one. */
  vector: Vector | null;
  /** The agent's revision that this transaction makes. */
  revision: number;
}

/** The memory, which must be pending. Unknown ids are `not_found`; one that is not pending is a `conflict`. */
async function findPending(tx: Tx, tenant: string, id: string): Promise<MemoryRecord> {
  const record = await memoryStore(tx, tenant).find(id);
  if (record === null) throw notFound('memory');
  if (record.status !== 'pending') throw new ServiceError('conflict', `memory is ${record.status}`);
  return record;
}

/** Makes a pending memory active, or closes it where another one already says it; `status` tells which. */
export async function approveMemory(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ id: string; status: MemoryStatus }> {
  const { tenant } = principal;
  const record = await findPending(runtime.db.read, tenant, id);
  const { kind, content, holdReasons: accepted } = record;
  const vector = await statementVector(runtime, tenant, { scope: record, content });
  await prepareSimilar(runtime, tenant, record);
  const question = { tenant, kind, content, recalled: [], accepted, patience: CALLER_PATIENCE };
  const { status, missed } = await settleConsidered(runtime, question, async (occasion) => {
    const { outcome, change } = await runtime.db.write(async (tx) => {
      // The revision comes before the row, as with every change of memories, so that none waits for another in a ring.
      const { memories: revision } = await bumpRevision(tx, tenant, record.agentId, 'memories');
      const present = await findPending(tx, tenant, id);
      return await release({ runtime, tx, principal, record: present, vector, revision }, occasion);
    });
    tellChanged(runtime, tenant, record, change);
    return outcome;
  });
  if (missed !== null) logMissed(runtime, tenant, missed, record);
  return { id, status };
}

/** Releases the memory, or says which memories have to be considered first. */
async function release(place: Place, occasion: Occasion): Promise<Attempted<Released>> {
  const { runtime, tx, principal, record, vector, revision } = place;
  const { tenant } = principal;
  const twin = await memoryStore(tx, tenant).sameText(record, record.textKey);
  if (twin?.status === 'active') return await giveWay(place, twin.id);
  const { content } = record;
  const similar = await similarWithin(runtime, tx, tenant, {
    scope: record,
    content,
    vector,
    revision: revision - 1,
  });
  if (similar.ids.length === 0) return await activate(place, null);
  const judgement = currentVerdict(similar, occasion);
  if (judgement.action === 'stale' && occasion.mayAsk) return considerFirst(place, similar);
  return await carryOut(place, await effectiveJudgement(tx, tenant, record, judgement));
}

function considerFirst({ revision }: Place, similar: Similar): Attempted<Released> {
  return { outcome: { similar }, change: { revision, activated: null, closedOne: false } };
}

async function carryOut(place: Place, judgement: Judgement): Promise<Attempted<Released>> {
  switch (judgement.action) {
    case 'add':
      return await activate(place, null);
    case 'noop':
      return await giveWay(place, judgement.target);
    case 'update':
    case 'supersede': {
      const { runtime, tx, principal, record } = place;
      const how = { verdict: judgement, by: record.id, at: runtime.clock(), given: record };
      const replaced = await takePlace(tx, principal.tenant, how);
      if (replaced === null) return await activate(place, CHANGED);
      const event = `memory.${judgement.action}` as const;
      return await activate({ ...place, record: { ...record, ...replaced.wording } }, null, {
        event,
        old: replaced.old,
      });
    }
    default:
      return await activate(place, missedBy(place.runtime, judgement));
  }
}

/** Makes the memory active, after `replaced` was closed for it. */
async function activate(
  place: Place,
  missed: Missed | null,
  replaced: { event: 'memory.update' | 'memory.supersede'; old: MemoryRecord } | null = null,
): Promise<Attempted<Released>> {
  const { runtime, tx, principal, record, revision } = place;
  const { tenant } = principal;
  const vector = replaced?.event === 'memory.update' ? null : place.vector;
  if (!(await memoryStore(tx, tenant).activate(record.id, { ...record, at: runtime.clock() }))) {
    throw new ServiceError('conflict', 'memory is not pending');
  }
  await refreshProfile(runtime, tx, tenant, replaced === null ? record : profileChange(record, replaced.old));
  await noteMemoryText(runtime, tx, tenant, { ...record, vector });
  const more = replaced === null ? {} : { superseded: replaced.old.id };
  if (replaced !== null) await writeAudit(runtime, tx, principal, eventOf(replaced.event, record, more));
  await writeAudit(runtime, tx, principal, eventOf('memory.approved', record, more));
  return {
    outcome: { settled: { status: 'active', missed } },
    change: { revision, activated: record, closedOne: replaced !== null, vector },
  };
}

/** Closes the memory in favour of one that already says it. It was never believed, so no view changes. */
async function giveWay(
  { runtime, tx, principal, record, revision }: Place,
  to: string,
): Promise<Attempted<Released>> {
  const how = { supersededBy: to, at: runtime.clock() };
  if (!(await memoryStore(tx, principal.tenant).close(record.id, how, 'pending'))) {
    throw new ServiceError('conflict', 'memory is not pending');
  }
  await writeAudit(runtime, tx, principal, eventOf('memory.approved', record, { superseded_by: to }));
  return {
    outcome: { settled: { status: 'superseded', missed: null } },
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

/** Removes one memory for good; what it once superseded stays closed. */

/** Removes the row; an unknown id is `not_found`, also for the second of two that remove it at once. */
export async function deleteMemory(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant } = principal;
  const { record, revision } = await runtime.db.write(async (tx) => {
    const store = memoryStore(tx, tenant);
    const record = await store.find(id);
    if (record === null) throw notFound('memory');
    const { memories: revision } = await bumpRevision(tx, tenant, record.agentId, 'memories');
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
  knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, touched: { agentId, userId } });
}
