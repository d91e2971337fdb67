/** The tools of the learning loop: ask before a run, tell afterwards. */
import { z } from 'zod';
import { episodeInSchema, episodeOutSchema } from '../../domain/runs/episodes/episode-in.ts';
import { feedbackInSchema, feedbackOutSchema } from '../../domain/runs/episodes/feedback.ts';
import { scopeSchema } from '../../domain/fields.ts';
import { RecallRequest, RecallResponse } from '../../domain/runs/recall/recall.ts';
import { defineTool } from './tool.ts';

/** Whose knowledge a call is about: flat, because models fill flat arguments more reliably. */
export const whose = { agent_id: scopeSchema.shape.agent_id, user_id: scopeSchema.shape.user_id };

const recall = defineTool({
  name: 'recall',
  title: 'Recall what was learned',
  description:
    'Call before starting a task: returns rules, memories and a profile learned from earlier runs, as Markdown, with a ' +
    'recall id to pass to `record` afterwards.',
  input: z.object({
    ...whose,
    ...RecallRequest.pick({ query: true, session_id: true, max_skills: true, max_memories: true }).shape,
  }),
  output: RecallResponse,
  readOnly: false,
  run: (call, { agent_id, user_id, ...request }) => call.recall({ ...request, scope: { agent_id, user_id } }),
  text: ({ instructions, recall_id }) => [instructions, `recall_id: ${recall_id}`],
});

const record = defineTool({
  name: 'record',
  title: 'Record what happened',
  description:
    'Call after a task: stores the run so that the next one can be better. Pass the `recall_id` of the recall that ' +
    'served it, and the outcome where it is known.',
  input: episodeInSchema.extend({
    agent_id: whose.agent_id.optional(),
    user_id: whose.user_id,
  }),
  output: episodeOutSchema,
  readOnly: false,
  run: (call, { agent_id, user_id, scope, ...episode }) =>
    call.recordEpisode({
      ...episode,
      scope: { agent_id: agent_id ?? scope?.agent_id, user_id: user_id ?? scope?.user_id },
    }),
});

const feedback = defineTool({
  name: 'feedback',
  title: 'Judge a recorded run',
  description: 'Scores a recorded run from 0 (bad) to 1 (good), with an optional comment or correction.',
  input: feedbackInSchema,
  output: feedbackOutSchema,
  readOnly: false,
  run: (call, input) => call.giveFeedback(input),
});

export const LOOP_TOOLS = [recall, record, feedback];
