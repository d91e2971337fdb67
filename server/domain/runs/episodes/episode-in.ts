/** An episode as an agent records it after a run, and the answers. */
import { z } from 'zod';
import { callerKey, freeObject, freeText, scopedBody } from '../../fields.ts';
import { readCalls } from '../conversation/turn.ts';
import { markedSource, outcomeSchema, toolCallSchema } from './episode.ts';

export const MAX_BATCH = 1000;

const MAX_KEY = 256;
const MAX_RECALL_ID = 64;
const MAX_FRAMEWORK = 64;

/** What tests or validators found: the ground truth, which outranks every other signal. */
const verificationInSchema = z
  .object({
    passed: z.boolean(),
    details: freeText().nullish(),
    source: freeText().default('verifier'),
  })
  .meta({ id: 'Verification' });

const contentPart = freeObject().refine(
  ({ type }) => typeof type === 'string',
  'a part of a message is an object with a `type`',
);
const messageCall = freeObject().refine(
  (call) => readCalls(call).length === 1,
  'a tool call is an object with the name of its function',
);

/** A message in the form of this API, or as the SDKs of OpenAI and Anthropic have it. */
const messageInSchema = z
  .object({
    role: freeText(),
    content: z
      .union([freeText(), z.array(z.union([freeText(), contentPart]))])
      .nullish()
      .describe(
        'A text, or parts: texts are joined by lines, `tool_use` and `tool_result` (Anthropic) become tool calls, and of ' +
          'every other part its kind is kept, as `[image]`. null or absent beside `tool_calls`',
      ),
    tool_calls: z
      .array(messageCall)
      .nullish()
      .describe('The calls of an assistant as OpenAI has them. They become tool calls of the episode'),
    tool_call_id: freeText().nullish().describe('The call that a message of the role `tool` answers'),
    is_error: z.boolean().nullish().describe('Whether the call that it answers failed'),
    source: markedSource(),
  })
  .check(({ value: { content, tool_calls: calls }, issues }) => {
    if (content !== undefined || (calls?.length ?? 0) > 0) return;
    issues.push({ code: 'invalid_type', expected: 'string', path: ['content'], input: undefined });
  })
  .meta({ id: 'MessageIn' });
export type MessageIn = z.infer<typeof messageInSchema>;

export const episodeInSchema = scopedBody({
  idempotency_key: callerKey(MAX_KEY)
    .nullish()
    .describe(
      'Recording again for the same agent with the same key answers with the first episode. Empty means none',
    ),
  session_id: callerKey(MAX_KEY).nullish(),
  recall_id: callerKey(MAX_RECALL_ID)
    .nullish()
    .describe(
      'The recall that served this run: what it served is credited, once, by the first run of the same agent and session. ' +
        'An unknown one credits nothing',
    ),
  task: freeText().nullish(),
  messages: z.array(messageInSchema).default([]),
  tool_calls: z
    .array(toolCallSchema)
    .default([])
    .describe('The calls of the run. One that the messages show too counts once'),
  outcome: outcomeSchema.default('unknown'),
  verification: verificationInSchema.nullish(),
  reward: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe(
      'How well the run went, 0 to 1. It counts as feedback does (`reward_source` is `reported`); a verification and ' +
        'feedback outrank it',
    ),
  error: freeText().nullish(),
  duration_ms: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  framework: freeText().max(MAX_FRAMEWORK).nullish(),
  model: freeText()
    .max(MAX_KEY)
    .nullish()
    .describe('The model that answered last. Where it is left out, `metadata.model` is taken'),
  skills_loaded: z
    .array(freeText())
    .default([])
    .describe(
      'Names or ids of skills that the run loaded itself. Without a recall they count as used, and the reward is no ' +
        'evidence of them. Unknown ones are kept',
    ),
  metadata: freeObject()
    .default({})
    .describe(
      'Stored as sent, not redacted. `usage` is the place for the tokens of the run ' +
        '(`{input_tokens, output_tokens}`), which canaries compare',
    ),
});
export type EpisodeIn = z.infer<typeof episodeInSchema>;

/** An episode that somebody sends: nothing can be learned of one in which nothing happened. */
export const recordedEpisodeSchema = episodeInSchema
  .check(({ value: { task, messages, tool_calls: calls }, issues }) => {
    if (task || messages.length > 0 || calls.length > 0) return;
    issues.push({
      code: 'custom',
      path: ['task'],
      input: task,
      message: 'an episode needs a `task`, `messages` or `tool_calls`',
      params: { type: 'missing' },
    });
  })
  .meta({ id: 'EpisodeIn' });

export const episodeOutSchema = z
  .object({
    episode_id: z.string(),
    reflection_scheduled: z
      .boolean()
      .describe('Whether this episode triggers reflection; false for one that was recorded before'),
    duplicate: z
      .boolean()
      .describe(
        'Whether its idempotency key was taken, so that nothing was stored. The id is that of the first episode',
      ),
  })
  .meta({ id: 'EpisodeOut' });
export type EpisodeOut = z.infer<typeof episodeOutSchema>;

const count = () => z.number().int().min(0).max(MAX_BATCH);

export const batchOutSchema = z
  .object({
    accepted: count().describe('Episodes that are new'),
    duplicates: count().describe(
      'Episodes whose idempotency key was taken, also by one before in this batch',
    ),
    episodes: z.array(episodeOutSchema).describe('In the order of the batch'),
  })
  .meta({ id: 'EpisodeBatchOut' });
export type BatchOut = z.infer<typeof batchOutSchema>;
