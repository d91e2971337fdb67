/**
 * Asks the learning model which of some statements hold. A model that cannot be had, or whose answer cannot be used, is no error
 * here: it decides nothing, and anyone who asked keeps the new statement back.
 */
import { type Answer, memoryAnswer } from '../../domain/learning/answers.ts';
import { QUOTING_RULE, quotedRecords } from '../../domain/learning/quote.ts';
import { MEMORY_TEXT_MAX, type MemoryKind } from '../../domain/memories/memory.ts';
import { scanRememberedText } from '../../domain/safety/learned/learned-text.ts';
import { redact } from '../../domain/safety/redact.ts';
import { isBlocking } from '../../domain/safety/spans.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import type { TimeoutPolicy } from '../../platform/llm/complete.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

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
export type UndecidedReason = 'unavailable' | 'failed' | 'late';

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
  const findings = scanRememberedText(merged).filter(
    (finding) => isBlocking(finding) && !accepted.includes(finding),
  );
  if (findings.length > 0) return failed(`the merged text has findings: ${findings.join(', ')}`);
  return { action: 'update', target, content: redactPii ? redact(merged) : merged };
}

/** Most kept memories that the model is shown beside a statement. */
export const SHOWN_MEMORIES = 8;

export interface BelievedMemory {
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
export async function reconcile(runtime: Runtime, question: Question): Promise<Reconciliation> {
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
