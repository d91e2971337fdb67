/** How the model is asked. The statements are others' words and stand in the prompt as quoted data only. */
import { QUOTING_RULE, quotedRecords } from '../../domain/learning/quote.ts';
import { MEMORY_TEXT_MAX } from '../../domain/memories/memory.ts';
import type { Reconciliation } from './reconcile.ts';

/** Redaction can lengthen a text; one that is cut could not be merged whole. */
const SHOWN_TEXT = 2 * MEMORY_TEXT_MAX;

export const SYSTEM = `You keep the memory of an AI agent free of contradictions and repetitions. A new statement resembles statements that are kept already. Decide what becomes of it:
- "noop": a kept statement already says everything that the new one says.
- "update": the new statement completes or refines a kept one, and both hold. Give in "content" one statement that says what both say, in their language, at most ${MEMORY_TEXT_MAX} characters, and nothing that neither of them says.
- "supersede": the new statement contradicts a kept one, which therefore holds no longer. The new one is taken as it is.
- "add": they are about different things, so that both hold as they are.
"target" is the id of the kept statement that is meant by noop, update or supersede, and null with add. "content" is null except with update. "reason" is one short sentence.
${QUOTING_RULE}`;

/** The question for one statement. */
export function questionOf({ statement, similar, recalled }: Reconciliation): string {
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
