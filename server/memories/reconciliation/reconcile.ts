/**
 * Asks the learning model which of some statements hold. A model that cannot be had, or whose answer cannot be used, is no error
 * here: it decides nothing, and whoever asked keeps the new statement back.
 */
import { memoryAnswer } from '../../domain/learning/answers.ts';
import type { MemoryKind } from '../../domain/memories/memory.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import type { Patience } from '../../platform/llm/complete.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { questionOf, SYSTEM } from './prompt.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** Most kept memories that the model is shown beside a statement. */
export const SHOWN_MEMORIES = 8;

/** A memory that is believed. */
export interface KeptMemory {
  id: string;
  kind: MemoryKind;
  content: string;
  validFrom: Date;
}

/** A statement and what it resembles. */
export interface Reconciliation {
  tenant: string;
  /** Redacted. */
  statement: { kind: MemoryKind; content: string };
  /** The most alike first, at most {@link SHOWN_MEMORIES}. */
  similar: readonly KeptMemory[];
  /** Ids of memories that were shown to the agent in the runs that the statement was learned from. */
  recalled: ReadonlySet<string>;
  /** Findings that a reviewer has seen and let pass. */
  accepted: readonly string[];
  patience: Patience;
  /** Ends the question; its reason is thrown. */
  signal?: AbortSignal | undefined;
}

/** What the model makes of a statement. Never call it inside a transaction. Throws the signal's reason only. */
export async function reconcile(runtime: Runtime, reconciliation: Reconciliation): Promise<Verdict> {
  const { tenant, statement, similar, accepted, patience, signal } = reconciliation;
  try {
    const answer = await askModel(runtime, {
      tenant,
      purpose: 'memory',
      system: SYSTEM,
      user: questionOf(reconciliation),
      schema: memoryAnswer,
      patience,
      ...(signal === undefined ? {} : { signal }),
    });
    const shown = similar.map(({ id }) => id);
    const { redactPii } = runtime.config.recall;
    return verdictOf(answer, { content: statement.content, shown, accepted, redactPii });
  } catch (error) {
    return undecidedBy(error);
  }
}

/** The verdict of a model that gave none; anything else that went wrong is thrown on. */
function undecidedBy(error: unknown): Verdict {
  if (isModelUnavailable(error)) {
    return { action: 'undecided', because: 'unavailable', reason: error.reason };
  }
  if (isOverBudget(error)) {
    return { action: 'undecided', because: 'unavailable', reason: error.message };
  }
  if (isModelUnusable(error)) return { action: 'undecided', because: 'failed', reason: error.fault };
  throw error;
}
