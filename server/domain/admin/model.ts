/** The learning model as an administrator sees it: what is configured, what its endpoint understands, and whether it could learn. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { count } from '../fields.ts';
import { MODEL_FAULT_CAUSES } from './model-fault.ts';

const tokens = (what: string) =>
  z.number().int().nullable().describe(`${what} in tokens; null where unknown`);

const modelDialectSchema = z
  .object({
    form: z
      .enum(['json_schema', 'json_object', 'tool', 'text'])
      .describe('How the form of an answer is asked for, the strictest first'),
    effort: z.boolean().describe('Whether a reasoning effort is sent'),
    bound: z.enum(['max_completion_tokens', 'max_tokens']).nullable().describe('How answers are bounded'),
    system: z.boolean().describe('Whether instructions are sent in the system role'),
    context: tokens('Longest prompt and answer together'),
    max_answer: tokens('Longest answer'),
    since: z.iso.datetime().nullable().describe('When this was found out; null where it is assumed'),
  })
  .meta({ id: 'ModelDialect' });
export type ModelDialect = CamelCased<typeof modelDialectSchema>;

const modelFaultSchema = z
  .object({
    message: z.string().describe('The last error, redacted'),
    cause: z.enum(MODEL_FAULT_CAUSES),
    means: z.string().describe('What the error means'),
    set: z.string().nullable().describe('Which setting helps; null where none does'),
    times: count().describe('Failures since the last answer'),
    since: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'ModelFault' });
export type ModelFault = CamelCased<typeof modelFaultSchema>;

export const learningModelSchema = z
  .object({
    model: z.string().nullable().describe('Null where no learning model is configured'),
    base_url: z.string().nullable().describe('Without credentials; null for the default of OpenAI'),
    effort: z.string().nullable().describe('The configured reasoning effort; null where none is'),
    dialect: modelDialectSchema.nullable().describe('What the endpoint understands'),
    fault: modelFaultSchema.nullable().describe('What the model fails with at present'),
    waiting_runs: count().describe('Runs that wait for reflection, 101 if more than 100'),
    embeddings: z
      .object({ url: z.string(), model: z.string().nullable() })
      .nullable()
      .describe('Null where recall goes by words alone'),
  })
  .meta({ id: 'LearningModel' });
export type LearningModel = CamelCased<typeof learningModelSchema>;

const modelCheckSchema = z
  .object({
    name: z.enum(['reflect', 'judge_skill', 'embeddings']),
    ok: z.boolean(),
    ms: z.number().int(),
    detail: z.string().describe('What came back, or the error in the words of the endpoint, redacted'),
    means: z.string().nullable(),
    set: z.string().nullable(),
  })
  .meta({ id: 'ModelCheck' });
export type ModelCheck = CamelCased<typeof modelCheckSchema>;

export const modelTestSchema = z
  .object({
    learns: z.boolean().describe('Whether the model found something to learn in a run that failed'),
    checks: z.array(modelCheckSchema),
    dialect: modelDialectSchema.nullable(),
    tokens_per_second: z
      .number()
      .nullable()
      .describe('Tokens of the answer to `reflect` by its time; null without an answer'),
  })
  .meta({ id: 'ModelTest' });
export type ModelTest = CamelCased<typeof modelTestSchema>;

/** An address as it may be shown: without a user, and of its query the version of the API alone. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  const version = url.searchParams.get('api-version');
  const query = version === null ? '' : `?api-version=${version}`;
  return `${url.origin}${url.pathname}${query}`;
}
