/** An episode as an agent records it after a run, and the answers. */
import { z } from 'zod';
import { callerKey, freeObject, freeText, scopedBody } from '../../fields.ts';
import { messageSchema, outcomeSchema, toolCallSchema } from './episode.ts';

/** Most episodes in one batch. */
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

export const episodeInSchema = scopedBody({
  idempotency_key: callerKey(MAX_KEY)
    .nullish()
    .describe('Recording again with the same key answers with the first episode. Empty means none'),
  session_id: callerKey(MAX_KEY).nullish(),
  recall_id: callerKey(MAX_RECALL_ID)
    .nullish()
    .describe('The recall that served this run: what it served is credited. An unknown one credits nothing'),
  task: freeText().nullish(),
  messages: z.array(messageSchema).default([]),
  tool_calls: z.array(toolCallSchema).default([]),
  outcome: outcomeSchema.default('unknown'),
  verification: verificationInSchema.nullish(),
  error: freeText().nullish(),
  duration_ms: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  framework: freeText().max(MAX_FRAMEWORK).nullish(),
  skills_loaded: z
    .array(freeText())
    .default([])
    .describe('Names or ids of skills that the run used without a recall. Unknown ones are kept'),
  metadata: freeObject().default({}).describe('Stored as sent, not redacted'),
}).meta({ id: 'EpisodeIn' });
export type EpisodeIn = z.infer<typeof episodeInSchema>;

export const episodeOutSchema = z
  .object({
    episode_id: z.string(),
    reflection_scheduled: z
      .boolean()
      .describe('Whether this episode triggers reflection; false for one that was recorded before'),
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
    episodes: z
      .array(episodeOutSchema.extend({ duplicate: z.boolean() }).meta({ id: 'BatchedEpisode' }))
      .describe('In the order of the batch'),
  })
  .meta({ id: 'EpisodeBatchOut' });
export type BatchOut = z.infer<typeof batchOutSchema>;
