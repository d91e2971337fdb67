/**
 * Asks the learning model which of some statements hold. A model that cannot be had, or whose answer cannot be used, is no error
 * here: it decides nothing, and anyone who asked keeps the new statement back.
 */

import type { Vector } from '../../domain/knowledge/vector.ts';
import { type Answer, memoryAnswer } from '../../domain/learning/answers.ts';
import { QUOTING_RULE, quotedRecords } from '../../domain/learning/quote.ts';
import { MEMORY_TEXT_MAX, type MemoryKind } from '../../domain/memories/memory.ts';
import { redact } from '../../domain/safety/redact.ts';
import { scanText } from '../../domain/safety/scan.ts';
import { isBlocking } from '../../domain/safety/spans.ts';
import { knowledgeOf, revisionStore } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import type { TimeoutPolicy } from '../../platform/llm/complete.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MemoryScope } from '../storage/index.ts';

// How the model is asked. The statements are others' words and stand in the prompt as quoted data only.

/** Redaction can lengthen a text; one that is cut could not be merged whole. */
const SHOWN_TEXT = 2 * MEMORY_TEXT_MAX;

const SYSTEM = `You keep the memory of an AI agent free of contradictions and repetitions. A new statement resembles statements that are kept already. Decide what becomes of it:
- "noop": a kept statement already says everything that the new one says.
- "update": the new statement completes or refines a kept one, and both hold. Give in "content" one statement that says what both say, in their language, at most ${MEMORY_TEXT_MAX} characters, and nothing that neither of them says.
- "supersede": the new statement contradicts a kept one, which therefore holds no longer. The new one is taken as it is.
- "add": they are about different things, so that both hold as they are.
"target" is the id of the kept statement that is meant by noop, update or supersede, and null with add. "content" is null except with update. "reason" is one short sentence.
${QUOTING_RULE}`;

function composeQuestion({ statement, similar, recalled }: Question): string {
  const { kind, content } = statement;
  const kept = similar.map((memory) => ({
    id: memory.id,
    kind: memory.kind,
    since: memory.validFrom.toISOString(),
    content: memory.content,
  }));
  const shownBefore = kept.filter(({ id }) => recalled.has(id)).map(({ id }) => id);
  const parts = [
    `New statement:\n${quotedRecords([{ kind, content }], SHOWN_TEXT)}`,
    `Kept statements, the most alike first:\n${quotedRecords(kept, SHOWN_TEXT)}`,
  ];
  if (shownBefore.length > 0) {
    parts.push(
      `The new statement was learned from runs in which the agent had been shown ${shownBefore.join(', ')}: repeating what it was shown proves nothing, so answer noop unless the new statement says something else.`,
    );
  }
  return parts.join('\n\n');
}

// What the model's answer amounts to. A model is an untrusted author: it may only name memories that it was shown, and the wording
// it proposes passes the same scan and redaction as what a caller says. Anything else decides nothing.

/** The memory `target` gives way: to the statement as it is, or to `content`, which says what both say. */
export type Replacement =
  | { action: 'supersede'; target: string }
  | { action: 'update'; target: string; content: string };

/** What becomes of a statement. `noop`: `target` says it already. `undecided`: the model could not be had, or its answer not be used. */
export type Reconciliation =
  | { action: 'add' }
  | { action: 'noop'; target: string }
  | Replacement
  | { action: 'undecided'; because: UndecidedReason; reason: string };

/** Why nothing was decided: the model could not be had, its answer not be used, or the caller would not wait longer. */
type UndecidedReason = 'unavailable' | 'failed' | 'late';

/** What an answer is held against. */
export interface ReconciliationQuery {
  /** The statement's text. */
  content: string;
  /** Ids of the memories that were shown, the most alike first. */
  shown: readonly string[];
  /** Findings that a reviewer has seen and let pass. */
  accepted: readonly string[];
  redactPii: boolean;
}

const failed = (reason: string): Reconciliation => ({ action: 'undecided', because: 'failed', reason });

/** Reads an answer that fits its form. */
export function toReconciliation(
  { action, target, content }: Answer<'memory'>,
  query: ReconciliationQuery,
): Reconciliation {
  if (action === 'add') return { action };
  // A repetition changes nothing, so the memory that is most alike is taken where none is named.
  const targetId = target ?? (action === 'noop' ? query.shown[0] : null);
  if (targetId === null || targetId === undefined) return failed('the answer names no memory');
  if (!query.shown.includes(targetId)) return failed('the answer names a memory that was not shown');
  if (action !== 'update') return { action, target: targetId };
  return acceptMerged(targetId, content ?? query.content, query);
}

function acceptMerged(
  target: string,
  merged: string,
  { accepted, redactPii }: ReconciliationQuery,
): Reconciliation {
  const findings = scanText(merged).filter((finding) => isBlocking(finding) && !accepted.includes(finding));
  if (findings.length > 0) return failed(`the merged text has findings: ${findings.join(', ')}`);
  return { action: 'update', target, content: redactPii ? redact(merged) : merged };
}

/** Most kept memories that the model is shown beside a statement. */
const SHOWN_MEMORIES = 8;

interface BelievedMemory {
  id: string;
  kind: MemoryKind;
  content: string;
  validFrom: Date;
}

/** A statement and what it resembles. */
interface Question {
  tenant: string;
  /** Redacted. */
  statement: { kind: MemoryKind; content: string };
  /** The most alike first, at most {@link SHOWN_MEMORIES}. */
  similar: readonly BelievedMemory[];
  /** Ids of memories that were shown to the agent in the runs that the statement was learned from. */
  recalled: ReadonlySet<string>;
  /** Findings that a reviewer has seen and let pass. */
  accepted: readonly string[];
  timeouts: TimeoutPolicy;
  /** Ends the question; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Ends the wait for an answer; nothing is decided then. */
  patience?: AbortSignal | undefined;
}

/** What the model makes of a statement. Never call it inside a transaction. Throws the signal's reason only. */
async function reconcile(runtime: Runtime, question: Question): Promise<Reconciliation> {
  const { tenant, statement, similar, accepted, timeouts, signal, patience } = question;
  const ends = [signal, patience].filter((one) => one !== undefined);
  try {
    const answer = await askModel(runtime, {
      tenant,
      purpose: 'memory',
      system: SYSTEM,
      user: composeQuestion(question),
      schema: memoryAnswer,
      timeouts,
      ...(ends.length === 0 ? {} : { signal: AbortSignal.any(ends) }),
    });
    const shown = similar.map(({ id }) => id);
    const { redactPii } = runtime.config.recall;
    return toReconciliation(answer, { content: statement.content, shown, accepted, redactPii });
  } catch (error) {
    if (patience?.aborted === true && error === patience.reason) {
      return { action: 'undecided', because: 'late', reason: 'the model did not answer in time' };
    }
    return undecidedReconciliation(error);
  }
}

/** What becomes of a statement where the model gave no answer; anything else that went wrong is thrown on. */
function undecidedReconciliation(error: unknown): Reconciliation {
  if (isModelUnavailable(error)) {
    return { action: 'undecided', because: 'unavailable', reason: error.reason };
  }
  if (isOverBudget(error)) {
    return { action: 'undecided', because: 'unavailable', reason: error.message };
  }
  if (isModelUnusable(error)) return { action: 'undecided', because: 'failed', reason: error.problem };
  throw error;
}

// What the learning model has made of a statement beside the memories it resembled at that time. The model is
// asked outside any transaction, so its reconciliation counts only while nothing else that resembles the
// statement has become active since.

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
interface Considered {
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
  question: Considered,
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
  { tenant, kind, content, recalled, accepted, timeouts, signal, patience }: Considered,
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
