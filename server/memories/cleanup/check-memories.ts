/**
 * Clean-up of an agent: looks for memories that repeat or contradict another, confirm themselves or are never used, and
 * suggests what to do about each. It changes no memory: a person decides.
 */

import { createHash } from 'node:crypto';
import { inChunks } from '../../domain/in-chunks.ts';
import { isOlder, type Repeat, RepeatFinder } from '../../domain/memories/find-repeats.ts';
import type { SuggestionKind } from '../../domain/memories/suggestion.ts';
import { weekOf } from '../../domain/time.ts';
import { enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns, nextTurn } from '../../platform/turns.ts';
import { type CheckedMemory, cleanupStore, STEP } from './cleanup-store.ts';
import { findSelfConfirming } from './find-self-confirming.ts';
import { findUnused } from './find-unused.ts';
import { readRecalls } from './read-recalls.ts';
import { checkStore, type SuggestionRecord } from './suggestion-store.ts';

/** Most memories of an agent that are checked, the newest. */
const CHECKED = 20_000;
const READ_AT_ONCE = 250;

/** What is suggested about a memory. */
interface NewSuggestion {
  kind: SuggestionKind;
  memory: CheckedMemory;
  otherId: string | null;
}

/** Enqueues a check of the agent's memories, where it has any. */
export async function enqueueCleanup(
  runtime: Runtime,
  tx: Tx,
  { tenant, agentId }: Pick<Job<'hygiene'>, 'tenant' | 'agentId'>,
): Promise<void> {
  const active = await cleanupStore(tx, tenant).active(agentId, null, 1);
  if (active.length > 0) await enqueueJob(runtime, tx, { kind: 'hygiene', tenant, agentId });
}

/** Checks the agent's memories and puts what is suggested now in the place of what was, but for what a person has decided. */
export async function checkMemories(
  runtime: Runtime,
  { tenant, agentId }: Pick<Job<'hygiene'>, 'tenant' | 'agentId'>,
  context: JobContext,
): Promise<void> {
  const readUntil = await readRecalls(runtime, tenant, context);
  const at = runtime.clock();
  const memories = await readActive(runtime, tenant, agentId);
  const decided = await checkStore(runtime.db.read, tenant).decided(agentId);
  const found = await findAll(runtime, { tenant, agentId, memories, decided, readUntil });
  const records = await recordsOf(agentId, found, at);
  await putSuggestions(runtime, tenant, { agentId, records }, context);
  const active = memories.length;
  const week = { agentId, week: weekOf(at), active, clean: active - records.length, at };
  // Last of all: from then on the agent counts as checked.
  await context.commit(async (tx) => await checkStore(tx, tenant).putWeek(week));
  runtime.log.info('cleanup.done', {
    ...{ tenant, agent_id: agentId, memories: memories.length, suggestions: records.length },
  });
}

/** Puts suggestions in the place of those that are open, some in each transaction: on SQLite all other writes wait for one. */
async function putSuggestions(
  runtime: Runtime,
  tenant: string,
  { agentId, records }: { agentId: string; records: readonly SuggestionRecord[] },
  { commit }: JobContext,
): Promise<void> {
  const open = await checkStore(runtime.db.read, tenant).openIds(agentId);
  const known = new Set(open);
  const ids = new Set(records.map(({ id }) => id));
  for (const chunk of inChunks(
    open.filter((id) => !ids.has(id)),
    STEP,
  )) {
    await commit(async (tx) => await checkStore(tx, tenant).removeOpen(chunk));
    await nextTurn();
  }
  for (const chunk of inChunks(
    records.filter(({ id }) => !known.has(id)),
    STEP,
  )) {
    await commit(async (tx) => await checkStore(tx, tenant).add(chunk));
    await nextTurn();
  }
}

async function readActive(runtime: Runtime, tenant: string, agentId: string): Promise<CheckedMemory[]> {
  const store = cleanupStore(runtime.db.read, tenant);
  const memories: CheckedMemory[] = [];
  while (memories.length < CHECKED) {
    const chunk = await store.active(agentId, memories.at(-1) ?? null, READ_AT_ONCE);
    memories.push(...chunk);
    if (chunk.length < READ_AT_ONCE) break;
    await nextTurn();
  }
  return memories;
}

interface AgentMemories {
  tenant: string;
  agentId: string;
  memories: readonly CheckedMemory[];
  decided: readonly SuggestionRecord[];
  /** Recalls before this have been read. */
  readUntil: Date;
}

/** At most one suggestion for each memory, the most telling. */
async function findAll(runtime: Runtime, checked: AgentMemories): Promise<NewSuggestion[]> {
  const { memories, decided } = checked;
  const kept = new Map<string, Date>();
  for (const { memoryId, decidedAt } of decided) {
    const before = kept.get(memoryId);
    if (decidedAt !== null && (before === undefined || before < decidedAt)) kept.set(memoryId, decidedAt);
  }
  const settled = new Set(decided.map(({ id }) => id));
  const isSettled = (kind: SuggestionKind, memoryId: string, otherId: string | null) =>
    settled.size > 0 && settled.has(suggestionId(kind, memoryId, otherId));
  const found = new Map<string, NewSuggestion>();
  const add = (one: NewSuggestion): void => {
    if (!found.has(one.memory.id)) found.set(one.memory.id, one);
  };
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  for (const { kind, memoryId, otherId } of await repeatsIn(memories, (repeat) =>
    isSettled(repeat.kind, repeat.memoryId, repeat.otherId),
  )) {
    const memory = byId.get(memoryId);
    if (memory !== undefined) add({ kind, memory, otherId });
  }
  for (const { memory, other } of undecidedPairs(memories, byId)) {
    if (!isSettled('contradiction', memory.id, other.id))
      add({ kind: 'contradiction', memory, otherId: other.id });
  }
  for (const memory of await findSelfConfirming(runtime, checked)) {
    if (!isSettled('self_confirming', memory.id, null))
      add({ kind: 'self_confirming', memory, otherId: null });
  }
  for (const one of await findUnused(runtime, { ...checked, kept })) add({ ...one, otherId: null });
  return [...found.values()];
}

/** Repeats within each scope: an agent's memories about one user, or about none. */
async function repeatsIn(
  memories: readonly CheckedMemory[],
  skip: (repeat: Repeat) => boolean,
): Promise<Repeat[]> {
  const repeats: Repeat[] = [];
  for (const scope of Map.groupBy(memories, ({ userId }) => userId).values()) {
    if (scope.length <= 1) continue;
    const read = new RepeatFinder(skip);
    // 20,000 memories of 4 kB do not fit into a thread of the pool.
    for await (const memory of inTurns(scope)) read.add(memory);
    for await (const { id } of inTurns(scope)) repeats.push(...[read.find(id) ?? []].flat());
  }
  return repeats;
}

/** Pairs that were believed side by side because nobody could reconcile them; the older one would give way. */
function undecidedPairs(
  memories: readonly CheckedMemory[],
  byId: ReadonlyMap<string, CheckedMemory>,
): { memory: CheckedMemory; other: CheckedMemory }[] {
  return memories.flatMap((memory) => {
    const other = byId.get(memory.undecidedWith ?? '');
    if (other === undefined || other.userId !== memory.userId) return [];
    return [isOlder(memory, other) ? { memory, other: other } : { memory: other, other: memory }];
  });
}

/** The same for the same suggestion, so that what was decided about it is found again. */
function suggestionId(kind: SuggestionKind, memoryId: string, otherId: string | null): string {
  const pair = JSON.stringify([kind, memoryId, otherId]);
  return `sg_${createHash('sha256').update(pair).digest('base64url').slice(0, 22)}`;
}

async function recordsOf(
  agentId: string,
  found: readonly NewSuggestion[],
  at: Date,
): Promise<SuggestionRecord[]> {
  const records: SuggestionRecord[] = [];
  for await (const { kind, memory, otherId } of inTurns(found)) {
    const { id: memoryId, userId } = memory;
    const id = suggestionId(kind, memoryId, otherId);
    const row = { id, agentId, userId, memoryId, otherId, kind, foundAt: at };
    records.push({ ...row, status: 'open', decidedAt: null });
  }
  return records;
}
