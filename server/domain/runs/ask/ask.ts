/** The forms of a question that is answered from learned evidence only. */
import { z } from 'zod';
import { freeText, scopeSchema } from '../../fields.ts';

/** Longest question, in characters: as long as a recall's query. */
export const QUESTION_MAX = 100_000;

export const AskIn = z
  .object({ question: freeText().min(1).max(QUESTION_MAX), scope: scopeSchema.prefault({}) })
  .meta({ id: 'AskIn' });
export type AskIn = z.output<typeof AskIn>;

export const AskOut = z
  .object({
    answer: z.string(),
    evidence: z
      .array(z.string())
      .meta({ description: 'Ids of the skills, rules and memories that the answer rests on' }),
  })
  .meta({ id: 'AskOut' });
export type AskOut = z.output<typeof AskOut>;
