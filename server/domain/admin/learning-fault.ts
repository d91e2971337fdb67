/** What learning fails with at present, in words that its tenant may read. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { redact } from '../safety/redact.ts';

const MAX_MESSAGE = 300;

export const learningFaultSchema = z
  .object({
    kind: z.string().describe('`model` for the learning model, else the kind of the jobs that fail'),
    message: z.string().max(MAX_MESSAGE).describe('The last error, redacted'),
    times: z.number().int().min(1).max(2_147_483_647).describe('Failures since the last success'),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'LearningFault' });
export type LearningFault = CamelCased<typeof learningFaultSchema>;

/** An error's text as one redacted line of at most 300 characters. PostgreSQL stores no NUL. */
export function faultMessage(text: string): string {
  return redact(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, MAX_MESSAGE)
    .toWellFormed();
}
