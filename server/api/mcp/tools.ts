/** The tools: the learning loop (recall before a run, record after it), questions, memories and skills. */
import { z } from 'zod';
import { agentIdOrShared, DEFAULT_AGENT, reference, scopeSchema } from '../../domain/fields.ts';
import { MemoryAdded, MemoryIn } from '../../domain/memories/memory.ts';
import { AskIn, AskOut } from '../../domain/runs/ask.ts';
import { feedbackInSchema, feedbackOutSchema } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema, episodeOutSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest, RecallResponse } from '../../domain/runs/recall/recall.ts';
import { skillSchema } from '../../domain/skills/skill.ts';
import { defineTool } from './tool.ts';

/** The agent and user of a call. Flat, because models fill in flat arguments more reliably. */
const whose = { agent_id: scopeSchema.shape.agent_id, user_id: scopeSchema.shape.user_id };

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

const agent = () => agentIdOrShared().default(DEFAULT_AGENT).describe('`*` is the shared namespace');

const ask = defineTool({
  name: 'ask',
  title: 'Ask what is known',
  description: 'Answers a question from skills, memories and profile only, with the ids of its evidence.',
  input: z.object({ ...whose, question: AskIn.shape.question }),
  output: AskOut,
  readOnly: true,
  run: (call, { agent_id, user_id, question }) => call.ask({ question, scope: { agent_id, user_id } }),
  text: ({ answer, evidence }) =>
    evidence.length === 0 ? [answer] : [`${answer}\n\nEvidence: ${evidence.join(', ')}`],
});

const remember = defineTool({
  name: 'remember',
  title: 'Remember something',
  description: 'Stores one statement about the user, or about the world of the agent where no user is named.',
  input: z.object({ ...whose, ...MemoryIn.pick({ content: true, kind: true }).shape }),
  output: MemoryAdded,
  readOnly: false,
  run: (call, { agent_id, user_id, ...memory }) =>
    call.addMemory({ ...memory, scope: { agent_id, user_id } }),
});

const listSkills = defineTool({
  name: 'list_skills',
  title: 'List skills',
  description: "The agent's own and the shared skills with their rules.",
  input: z.object({ agent_id: agent() }),
  // Structured content is an object, so the list that REST returns has a name here.
  output: z.object({ skills: z.array(skillSchema) }),
  readOnly: true,
  run: async (call, input) => ({ skills: (await call.listSkills(input)).items }),
});

const getSkill = defineTool({
  name: 'get_skill',
  title: 'Read a skill',
  description: 'One skill by id or name, with its rules.',
  input: z.object({ ref: reference(), agent_id: agent() }),
  output: skillSchema,
  readOnly: true,
  run: (call, input) => call.getSkill(input),
});

export const KNOWLEDGE_TOOLS = [ask, remember, listSkills, getSkill];
