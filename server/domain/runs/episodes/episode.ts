/** A recorded episode as the interface shows it, and the shorter record of an export. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { callerKey, freeObject, freeText } from '../../fields.ts';
import { CREDIT_REASONS } from '../credit.ts';
import { REWARD_SOURCES } from '../reward.ts';

export const OUTCOMES = ['success', 'failure', 'partial', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const outcomeSchema = z.enum(OUTCOMES).meta({ id: 'Outcome' });

export const markedSource = () =>
  z
    .literal('untrusted')
    .nullish()
    .describe(
      'Set by who knows that the text comes from outside: what is learned from it waits for a person',
    );

const messageSchema = z
  .object({ role: freeText(), content: freeText(), source: markedSource() })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/** The mark of a text from outside, where it has one. */
export function markOf({ source }: { readonly source?: 'untrusted' | null | undefined }) {
  return source === 'untrusted' ? { source } : {};
}

/** `arguments` is the object that the tool was called with, or its text where that is no object. */
export const toolCallSchema = z
  .object({
    name: freeText(),
    arguments: z.union([freeObject(), freeText()]).nullish(),
    result: freeText().nullish(),
    error: freeText().nullish(),
    source: markedSource(),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof toolCallSchema>;

/** What the episode's recall put in front of the agent. */
const servedSchema = z
  .object({
    skills: z.array(
      z.object({
        id: z.string(),
        version: z.number().int().min(0).max(2_147_483_647),
        arm: z
          .string()
          .nullable()
          .describe('The arm of a canary that was served: incumbent, candidate or null'),
      }),
    ),
    bullets: z.array(z.string()),
    memories: z.array(z.string()),
    files: z
      .boolean()
      .optional()
      .describe(
        'Present and true where the agent had a skill that applied as a file: the run counts for no lift',
      ),
  })
  .meta({ id: 'Served' });
export type Served = z.infer<typeof servedSchema>;

const verificationSchema = z
  .object({ passed: z.boolean(), details: z.string().nullable(), source: z.string() })
  .meta({ id: 'EpisodeVerification' });

const rewardFields = {
  reward: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('null while the run has no outcome, verification, feedback or judgement'),
  reward_strength: z.number().min(0).max(1).nullable().describe('How much the reward counts as evidence'),
};

const creditFields = {
  credited: z
    .boolean()
    .describe(
      'Whether its recall credits it, which makes its reward evidence; false without a recall that is known',
    ),
  credit_reason: z
    .enum(CREDIT_REASONS)
    .nullable()
    .describe('Why the recall that it names does not credit it; null where it does, and where none is known'),
};

const holdoutField = z.boolean().nullable().describe('The holdout draw of its recall; null without one');

const reflectionFaultSchema = z.object({
  attempts: z.number().int().min(0).describe('Answers that could not be used; after three it is put aside'),
  last_error: z.string(),
  next_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'When it is tried again, or as soon as the model answers; null where it is put aside until a replay',
    ),
});

export const episodeSchema = z
  .object({
    episode_id: z.string(),
    agent_id: z.string(),
    user_id: z.string().nullable(),
    session_id: z.string().nullable(),
    recall_id: z.string().nullable(),
    task: z.string().nullable(),
    messages: z.array(messageSchema),
    tool_calls: z.array(toolCallSchema),
    outcome: outcomeSchema,
    verification: verificationSchema.nullable(),
    error: z.string().nullable(),
    duration_ms: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
    framework: z.string().nullable(),
    model: z.string().nullable(),
    skills_loaded: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    ...rewardFields,
    reward_source: z.enum(REWARD_SOURCES).nullable(),
    ...creditFields,
    holdout: holdoutField,
    reflected: z.boolean(),
    reflection: reflectionFaultSchema
      .nullable()
      .describe('Why reflection on it has failed so far; null where it has not, and once it has succeeded'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Episode' });
export type Episode = CamelCased<typeof episodeSchema>;

/** An episode in a list, without what was said in it; `task` is its beginning. */
export const listedEpisodeSchema = episodeSchema
  .pick({
    episode_id: true,
    agent_id: true,
    user_id: true,
    session_id: true,
    recall_id: true,
    task: true,
    outcome: true,
    reward: true,
    reward_strength: true,
    reward_source: true,
    credited: true,
    credit_reason: true,
    holdout: true,
    reflected: true,
    framework: true,
    model: true,
    duration_ms: true,
    created_at: true,
  })
  .meta({ id: 'ListedEpisode' });
export type ListedEpisode = CamelCased<typeof listedEpisodeSchema>;

/** One line of an export; transcripts are as they were stored, so redacted. */
export const exportRecordSchema = z
  .object({
    episode_id: z.string(),
    task: z.string().nullable(),
    messages: z.array(messageSchema),
    tool_calls: z.array(toolCallSchema),
    ...rewardFields,
    ...creditFields,
    served: servedSchema.nullable(),
    holdout: holdoutField,
    framework: z.string().nullable(),
    model: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ExportRecord' });
export type ExportRecord = z.infer<typeof exportRecordSchema>;

const MAX_ID = 64;

/** Names its run by `episode_id`, by `recall_id`, or by both. */
export const feedbackInSchema = z
  .object({
    episode_id: callerKey(MAX_ID).nullish().describe('The run; required without `recall_id`'),
    recall_id: callerKey(MAX_ID)
      .nullish()
      .describe(
        'The recall that the run was recorded with; of several runs the one that it credits, else the latest',
      ),
    score: z.number().min(0).max(1),
    comment: freeText().nullish(),
    correction: freeText().nullish().describe('What the run should have done'),
    source: freeText().default('user'),
  })
  .check(({ value, issues }) => {
    if (value.episode_id != null || value.recall_id != null) return;
    issues.push({
      code: 'custom',
      path: ['episode_id'],
      input: value,
      message: 'name the run by `episode_id` or by `recall_id`',
      params: { type: 'missing' },
    });
  })
  .meta({ id: 'FeedbackIn' });
export type FeedbackIn = z.infer<typeof feedbackInSchema>;

export const feedbackOutSchema = z
  .object({
    episode_id: z.string(),
    reward: z.number().min(0).max(1).describe("The episode's reward now; a verification outranks feedback"),
    reflection_scheduled: z.boolean(),
  })
  .meta({ id: 'FeedbackOut' });
export type FeedbackOut = z.infer<typeof feedbackOutSchema>;
