/**
 * Stores a statement beside what is kept already, in one transaction: as a memory of its own, in the place of an older one, or not
 * at all. What nobody vouches for is held: a text with findings, any text where memories are not approved automatically, and
 * one that resembles an active memory while nothing can tell which of the two holds.
 */
import { type AuditEvent, writeAudit } from '../../audit/index.ts';
import type { AuditAction } from '../../domain/admin/audit-action.ts';
import type { Vector } from '../../domain/knowledge/vector.ts';
import type { MemoryAdded } from '../../domain/memories/memory.ts';
import type { Support } from '../../domain/memories/support.ts';
import { restates } from '../../domain/memories/timeline.ts';
import { UNTRUSTED_SOURCE } from '../../domain/safety/spans.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { noteMemoryText } from '../../knowledge/embedding/index.ts';
import { bumpMemories, knowledgeOf, readTenantConfig } from '../../knowledge/index.ts';
import { publicUrl } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { notifyWebhooks } from '../../webhooks/index.ts';
import { type ChangedMemory, refreshProfile } from '../profiles/index.ts';
import {
  type Attempt,
  type Consideration,
  type CurrentReconciliation,
  currentReconciliation,
  type MissedReconciliation,
  missedBy,
  type Replacement,
  type SimilarMemories,
  similarWithin,
} from '../reconciliation/index.ts';
import {
  type MemoryRecord,
  type MemoryScope,
  memoryStore,
  newestHeldFor,
  supportStore,
} from '../storage/index.ts';
import { FEW_SESSIONS, newMemoryRecord, type Statement, textKey, underPolicy } from './statement.ts';

/** Held because it resembles an active memory. */
const RESEMBLES = 'resembles';
/** Held because the model took longer than the caller waits; a job goes on. */
const NOT_RECONCILED = 'not_reconciled';
/** All that a memory is held for which such a job may release. */
export const HELD_LATE: readonly string[] = [NOT_RECONCILED, RESEMBLES];

export interface Author {
  tenant: string;
  actor: string;
}

/** What was done; `record` is the new memory, null where there is none. */
export interface UpsertResult {
  reply: MemoryAdded;
  record: MemoryRecord | null;
  /** Why the memories that it resembles were not reconciled with it; null where they were, or nothing had to be. */
  missed: MissedReconciliation | null;
}

/** An attempt and the change that it made. */
export interface AttemptResult<T> {
  outcome: Attempt<T>;
  change: Change;
}

/** What one attempt works with. */
interface StatementContext {
  runtime: Runtime;
  tx: Tx;
  author: Author;
  statement: Statement;
  /** The statement's, where there is one. */
  vector: Vector | null;
  /** The agent's revision that this transaction makes. */
  revision: number;
}

/**
 * Stores a statement, or says which memories have to be considered first. Bumping the revision comes first: that row lets one
 * change of an agent's memories through at a time, so of two callers who say the same at once the second finds what the
 * first has stored.
 */
export async function upsertStatement(
  runtime: Runtime,
  tx: Tx,
  author: Author,
  given: { statement: Statement; vector: Vector | null; consideration: Consideration },
): Promise<AttemptResult<UpsertResult>> {
  const { tenant } = author;
  const { vector, consideration } = given;
  const statement = underPolicy(await readTenantConfig(runtime, tx, tenant), given.statement);
  const { scope, content, holdReasons } = statement;
  const revision = await bumpMemories(tx, tenant, scope.agentId);
  const context = { runtime, tx, author, statement, vector, revision };
  const known = await memoryStore(tx, tenant).sameText(scope, statement.textKey);
  if (known !== null) return await confirmKnown(context, known);
  const similar = await similarWithin(runtime, tx, tenant, {
    scope,
    content,
    vector,
    revision: revision - 1,
  });
  if (holdReasons.length > 0) {
    const waiting = await waitingFor(context);
    return waiting === null
      ? await add(context, similar, null)
      : await confirm(context, { id: waiting, action: 'noop', status: 'pending' });
  }
  if (similar.ids.length === 0) return await add(context, null, null);
  return await upsertBeside(context, similar, consideration);
}

/**
 * The memory that waits for more sessions and says the same in other words: no more, and no less, so that nobody is counted for what
 * they did not say. Null where there is none, or where this one waits for something else.
 */
async function waitingFor({ tx, author, statement }: StatementContext): Promise<string | null> {
  const { scope, content, holdReasons } = statement;
  if (holdReasons.some((reason) => reason !== FEW_SESSIONS)) return null;
  const held = await newestHeldFor(tx, author.tenant, { scope, reason: FEW_SESSIONS });
  return held.find((one) => restates(content, one.content) && restates(one.content, content))?.id ?? null;
}

async function upsertBeside(
  context: StatementContext,
  similar: SimilarMemories,
  consideration: Consideration,
): Promise<AttemptResult<UpsertResult>> {
  const { runtime, tx, author, statement, revision } = context;
  const current = currentReconciliation(similar, consideration);
  if (current.action === 'stale' && consideration.mayAsk) {
    return { outcome: { similar }, change: { revision, activated: null, closedOne: false } };
  }
  const effective = await effectiveReconciliation(tx, author.tenant, statement.scope, current);
  switch (effective.action) {
    case 'add':
      return await add(context, null, null);
    case 'noop':
      return await confirm(context, { id: effective.target, action: 'noop', status: 'active' });
    case 'update':
    case 'supersede':
      return (await replace(context, effective)) ?? (await add(context, similar, CHANGED));
    default:
      return await add(context, similar, missedBy(runtime, effective));
  }
}

/** What an untrusted text says counts for no memory that is not held for such a text itself. */
async function confirmKnown(
  context: StatementContext,
  known: Pick<MemoryRecord, 'id' | 'status'>,
): Promise<AttemptResult<UpsertResult>> {
  const { tx, author, statement } = context;
  const reply = { id: known.id, status: known.status, action: 'noop' as const };
  if (!statement.holdReasons.includes(UNTRUSTED_SOURCE)) return await confirm(context, reply);
  const record = await memoryStore(tx, author.tenant).find(known.id);
  const counts = record?.holdReasons.includes(UNTRUSTED_SOURCE) === true;
  return await confirm(counts ? context : { ...context, statement: { ...statement, support: [] } }, reply);
}

/** Nothing is stored but that one more says what a memory says. */
async function confirm(
  { runtime, tx, author, statement, revision }: StatementContext,
  reply: MemoryAdded,
): Promise<AttemptResult<UpsertResult>> {
  await supportStore(tx, author.tenant).grow(reply.id, statement.support, runtime.clock());
  return {
    outcome: { decided: { reply, record: null, missed: null } },
    change: { revision, activated: null, closedOne: false },
  };
}

/** Adds the statement: held where it has reasons to be, or beside memories that nobody could reconcile it with. */
async function add(
  context: StatementContext,
  similar: SimilarMemories | null,
  missed: MissedReconciliation | null,
): Promise<AttemptResult<UpsertResult>> {
  const { runtime, tx, author, statement, vector, revision } = context;
  const isLate = missed?.because === 'late';
  const stored = isLate
    ? { ...statement, holdReasons: [...statement.holdReasons, NOT_RECONCILED] }
    : statement;
  const record = newRecord(runtime, author, stored, similar);
  const { agentId } = record;
  if (isLate) await enqueueJob(runtime, tx, { kind: 'reconcile', tenant: author.tenant, agentId });
  await storeNew(runtime, tx, author.tenant, [{ record, vector, support: statement.support }]);
  const { id, status } = record;
  return {
    outcome: { decided: { reply: { id, action: 'add', status }, record, missed } },
    change: { revision, activated: status === 'active' ? record : null, closedOne: false, vector },
  };
}

/** The row of a statement beside what it resembles: held where it has reasons to be, or where it resembles anything. */
export function newRecord(
  runtime: Runtime,
  { actor }: Author,
  statement: Statement,
  similar: SimilarMemories | null,
): MemoryRecord {
  const similarId = similar?.ids[0] ?? null;
  const holdReasons = similarId === null ? statement.holdReasons : [...statement.holdReasons, RESEMBLES];
  const id = runtime.newId('memory');
  return newMemoryRecord(runtime, statement, { id, actor, holdReasons, similarId });
}

/** A new memory with its vector, if any, and what it rests on. */
export interface NewMemory {
  record: MemoryRecord;
  vector: Vector | null;
  support: readonly Support[];
}

/** Stores new memories that take no other one's place, with what follows from them and an audit entry each. */
export async function storeNew(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  added: readonly NewMemory[],
): Promise<void> {
  const records = added.map(({ record }) => record);
  await memoryStore(tx, tenant).add(...records);
  const rests = added.map(({ record, support }) => ({ memoryId: record.id, support }));
  await supportStore(tx, tenant).add(rests, runtime.clock());
  for (const [actor, own] of Map.groupBy(records, ({ createdBy }) => createdBy)) {
    await writeAudit(
      runtime,
      tx,
      { tenant, actor },
      ...own.map((record) => newMemoryEvent('memory.add', record)),
    );
  }
  await notifyPending(
    runtime,
    tx,
    tenant,
    records.filter(({ status }) => status === 'pending'),
  );
  for (const { record, vector } of added) {
    if (record.status !== 'active') continue;
    await refreshProfile(runtime, tx, tenant, record);
    await noteMemoryText(runtime, tx, tenant, { ...record, vector });
  }
}

async function notifyPending(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  records: readonly MemoryRecord[],
): Promise<void> {
  const url = `${publicUrl(runtime.config)}/memories`;
  const events = records.map(({ id, agentId, kind, holdReasons }) => {
    const data = { memory_id: id, agent_id: agentId, kind, hold_reasons: holdReasons, url };
    return { type: 'memory.pending' as const, data: () => data };
  });
  await notifyWebhooks(runtime, tx, tenant, ...events);
}

/** Puts the statement, or the merged text, in the place of an active memory; null where that is active no longer. */
async function replace(
  context: StatementContext,
  reconciliation: Replacement,
): Promise<AttemptResult<UpsertResult> | null> {
  const { runtime, tx, author, statement, revision } = context;
  const id = runtime.newId('memory');
  const replaced = await takePlace(tx, author.tenant, {
    reconciliation,
    by: id,
    at: runtime.clock(),
    given: { ...statement, evidenceKept: true },
  });
  if (replaced === null) return null;
  const merged = { ...statement, ...replaced.wording };
  const record = newMemoryRecord(runtime, merged, {
    id,
    actor: author.actor,
    holdReasons: [],
    similarId: null,
    evidenceKept: replaced.wording.evidenceKept,
  });
  await memoryStore(tx, author.tenant).add(record);
  const { support } = statement;
  await supportStore(tx, author.tenant).add([{ memoryId: id, support }], runtime.clock());
  await inheritSupport(tx, author.tenant, { action: reconciliation.action, old: replaced.old, to: id });
  const event = newMemoryEvent(`memory.${reconciliation.action}`, record, {
    superseded: reconciliation.target,
  });
  await writeAudit(runtime, tx, author, event);
  await refreshProfile(runtime, tx, author.tenant, profileChange(record, replaced.old));
  const vector = record.content === statement.content ? context.vector : null;
  await noteMemoryText(runtime, tx, author.tenant, { ...record, vector });
  return {
    outcome: {
      decided: { reply: { id, action: reconciliation.action, status: 'active' }, record, missed: null },
    },
    change: { revision, activated: record, closedOne: true },
  };
}

function newMemoryEvent(
  action: AuditAction,
  { id, agentId, kind, status, holdReasons }: MemoryRecord,
  more: object = {},
): AuditEvent {
  const details = { agent_id: agentId, kind, status, hold_reasons: holdReasons, ...more };
  return { action, resource: `memory:${id}` as const, details };
}

// Keeps the knowledge in memory current when memories change, reading again only what a change affected.

/** A committed change of an agent's memories. */
export interface Change {
  /** The agent's revision that it made. */
  revision: number;
  /** The memory that became active; null where none did, which also means that none ceased to be. */
  activated: MemoryRecord | null;
  /** Whether an active memory was closed for it. */
  closedOne: boolean;
  /** The vector that was stored with the memory, if any. */
  vector?: Vector | null;
}

/** Tells of a change within `scope`. */
export function announceChange(
  runtime: Runtime,
  tenant: string,
  { agentId, userId }: MemoryScope,
  { revision, activated, closedOne, vector = null }: Change,
): void {
  const knowledge = knowledgeOf(runtime);
  const affected = activated === null ? null : { agentId, userId };
  const change = { tenant, agentId, revision, affected };
  // A preference changes the user's card too, which is kept beside the memories and has to be read.
  if (activated === null || closedOne || activated.kind === 'preference') knowledge.memoriesChanged(change);
  else {
    const { id, kind, content, validFrom, createdAt } = activated;
    knowledge.memoriesChanged({ ...change, vector, added: { id, kind, content, validFrom, createdAt } });
  }
}

// One memory in the place of another. The one that gives way is closed and keeps its text and its times.

/** Most episodes that a merged memory names as its sources, the latest ones. */
const MAX_SOURCES = 50;

/** Nothing was replaced, because the memory that was meant is active no longer. */
export const CHANGED: MissedReconciliation = {
  because: 'failed',
  reason: 'the memory that was meant has changed',
};

/** What a memory says and what it rests on. */
interface MemoryWording {
  content: string;
  textKey: string;
  sources: string[];
  evidenceKept: boolean;
}

/**
 * A reconciliation in the light of what is kept: merging into a text that is believed already (the older memory's own, or another one's)
 * adds nothing to it.
 */
export async function effectiveReconciliation(
  tx: Tx,
  tenant: string,
  scope: MemoryScope,
  current: CurrentReconciliation,
): Promise<CurrentReconciliation> {
  if (current.action !== 'update') return current;
  const duplicate = await memoryStore(tx, tenant).sameText(scope, textKey(current.content));
  return duplicate?.status === 'active' ? { action: 'noop', target: duplicate.id } : current;
}

/**
 * Closes the memory that gives way to the memory `by`, and says how that one reads then; null, and nothing is changed, where it is
 * active no longer.
 */
export async function takePlace(
  tx: Tx,
  tenant: string,
  {
    reconciliation,
    by,
    at,
    given,
  }: { reconciliation: Replacement; by: string; at: Date; given: MemoryWording },
): Promise<{ wording: MemoryWording; old: MemoryRecord } | null> {
  const store = memoryStore(tx, tenant);
  const old = await store.find(reconciliation.target);
  if (old === null || !(await store.close(old.id, { supersededBy: by, at }))) return null;
  return { wording: wordingOf(reconciliation, given, old), old };
}

/** What the memory `to` rests on that took the place of `old`: a merged text on both, a correction on its own support alone. */
export async function inheritSupport(
  tx: Tx,
  tenant: string,
  { action, old, to }: { action: Replacement['action']; old: MemoryRecord; to: string },
): Promise<void> {
  if (action === 'update') await supportStore(tx, tenant).inherit(old.id, to);
}

function wordingOf(reconciliation: Replacement, given: MemoryWording, old: MemoryRecord): MemoryWording {
  const { content, textKey: key, sources, evidenceKept } = given;
  if (reconciliation.action === 'supersede') return { content, textKey: key, sources, evidenceKept };
  const both = [...new Set([...old.sources, ...sources])].slice(-MAX_SOURCES);
  return {
    content: reconciliation.content,
    textKey: textKey(reconciliation.content),
    sources: both,
    evidenceKept: evidenceKept && old.evidenceKept,
  };
}

/** A replacement as far as the user's card cares: that one of the two is a preference. */
export function profileChange(one: MemoryRecord, other: MemoryRecord): ChangedMemory {
  return other.kind === 'preference' ? other : one;
}
