/**
 * What the learning model has made of a statement beside the memories it resembled at that time. The model is asked outside any
 * transaction, so its reconciliation counts only while nothing else that resembles the statement has become active since.
 */

import type { Vector } from '../../domain/knowledge/vector.ts';
import type { MemoryKind } from '../../domain/memories/memory.ts';
import { knowledgeOf, revisionStore } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TimeoutPolicy } from '../../platform/llm/complete.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MemoryScope } from '../storage/index.ts';
import {
  type BelievedMemory,
  type Reconciliation,
  reconcile,
  SHOWN_MEMORIES,
  type UndecidedReason,
} from './reconcile.ts';

/** How often one statement is considered: once, and once more where others came in between. */
const CONSIDERATIONS = 2;

/** The active memories of its scope that a text resembles: all their ids, and the first few whole; the most alike first. */
export interface SimilarMemories {
  ids: readonly string[];
  first: readonly BelievedMemory[];
}

/** A reconciliation, and the ids of everything that the statement resembled when it was asked for. */
interface KnownReconciliation {
  reconciliation: Reconciliation;
  seen: ReadonlySet<string>;
}

/** What the model is asked about, but for the similar memories. */
export interface Question {
  tenant: string;
  kind: MemoryKind;
  content: string;
  recalled: readonly string[];
  accepted: readonly string[];
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  patience?: AbortSignal | undefined;
}

/** An attempt to decide about a statement in a transaction: what it came to, or what has to be considered first. */
export type Attempt<T> = { decided: T } | { similar: SimilarMemories };

/** How an attempt is made; what it may do about memories that have not been considered yet. */
export interface Consideration {
  considered: KnownReconciliation | null;
  /** Whether the model can still be asked. */
  mayAsk: boolean;
}

/** A reconciliation at the time it is to be carried out: `stale` where it does not speak of all similar memories, or of one that has gone. */
export type CurrentReconciliation = Reconciliation | { action: 'stale' };

/**
 * Reads what comparing a scope's memories needs, which may take seconds: outside of any transaction, so that nobody waits for it
 * who writes meanwhile. Costs nothing where it was done.
 */
export async function prepareSimilar(runtime: Runtime, tenant: string, scope: MemoryScope): Promise<void> {
  const knowledge = knowledgeOf(runtime);
  const { agentId, userId } = scope;
  if (knowledge.memoriesInMemory(tenant, { agentId, userId })?.isReadyToCompare === true) return;
  const revisions = await revisionStore(runtime.db.read, tenant).read([agentId]);
  const revision = revisions.get(agentId)?.memories ?? 0;
  const snapshot = await knowledge.memories(tenant, { agentId, userId }, revision);
  await snapshot.prepareComparison();
}

/** The memories that `content`, whose vector is given if there is one, resembles, as of `revision`, which the calling transaction has locked. */
export async function similarWithin(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  {
    scope,
    content,
    vector,
    revision,
  }: { scope: MemoryScope; content: string; vector: Vector | null; revision: number },
): Promise<SimilarMemories> {
  const snapshot = await knowledgeOf(runtime).memoriesWithin(tx, tenant, scope, revision);
  const ids = snapshot.alike(content, vector);
  const first = ids.slice(0, SHOWN_MEMORIES).flatMap((id) => snapshot.get(id) ?? []);
  return { ids, first };
}

/** What a reconciliation is worth now that the statement resembles `similar`. */
export function currentReconciliation(
  { ids }: SimilarMemories,
  { considered }: Consideration,
): CurrentReconciliation {
  if (considered === null) return { action: 'stale' };
  const { reconciliation, seen } = considered;
  if (reconciliation.action === 'undecided') return reconciliation;
  const isGone = 'target' in reconciliation && !ids.includes(reconciliation.target);
  return isGone || ids.some((id) => !seen.has(id)) ? { action: 'stale' } : reconciliation;
}

/** Makes attempts, asking the model between them, until one decides. The last one has to. */
export async function attemptUntilDecided<T>(
  runtime: Runtime,
  question: Question,
  attempt: (consideration: Consideration) => Promise<Attempt<T>>,
): Promise<T> {
  const most = modelConfigured(runtime.config) ? CONSIDERATIONS : 0;
  let considered: KnownReconciliation | null = null;
  for (let attempts = 0; ; attempts += 1) {
    const outcome: Attempt<T> = await attempt({ considered, mayAsk: attempts < most });
    if ('decided' in outcome) return outcome.decided;
    considered = await consider(runtime, question, outcome.similar);
  }
}

async function consider(
  runtime: Runtime,
  { tenant, kind, content, recalled, accepted, timeouts, signal, patience }: Question,
  { ids, first }: SimilarMemories,
): Promise<KnownReconciliation> {
  const reconciliation = await reconcile(runtime, {
    tenant,
    statement: { kind, content },
    similar: first,
    recalled: new Set(recalled),
    accepted,
    timeouts,
    signal,
    patience,
  });
  return { reconciliation, seen: new Set(ids) };
}

/** Why similar memories were not reconciled. */
export interface MissedReconciliation {
  because: UndecidedReason;
  reason: string;
}

/** Why a reconciliation decides nothing. */
export function missedBy(runtime: Runtime, reconciliation: CurrentReconciliation): MissedReconciliation {
  if (reconciliation.action === 'undecided') return reconciliation;
  if (modelConfigured(runtime.config)) {
    return { because: 'failed', reason: 'other memories changed meanwhile' };
  }
  return { because: 'unavailable', reason: 'no provider is configured' };
}

/** Leaves a line about a memory that was not reconciled; ids and our own words only. */
export function logMissed(
  { log }: Runtime,
  tenant: string,
  { because, reason }: MissedReconciliation,
  { id, similarId }: { id: string; similarId: string | null },
): void {
  const fields = { tenant, memory_id: id, similar_id: similarId, reason };
  if (because === 'failed') log.warn('memory.reconcile_failed', fields);
  else log.info('memory.reconcile_unavailable', fields);
}
