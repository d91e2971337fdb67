/** A judgement of a recorded run that comes later, and its answer. */
import { z } from 'zod';
import { callerKey, freeText } from '../../fields.ts';

const MAX_EPISODE_ID = 64;

export const feedbackInSchema = z
  .object({
    episode_id: callerKey(MAX_EPISODE_ID),
    score: z.number().min(0).max(1),
    comment: freeText().nullish(),
    correction: freeText().nullish().describe('What the run should have done'),
    source: freeText().default('user'),
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
