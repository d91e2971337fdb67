/** The tools: the learning loop (recall before a run, record after it), questions, memories and skills. */
import { z } from 'zod';
import { agentIdOrShared, reference } from '../../domain/fields.ts';
import { MemoryAdded, MemoryIn } from '../../domain/memories/memory.ts';
import { MomentIn, type TriggerRef } from '../../domain/moments/moment.ts';
import { AskIn, AskOut } from '../../domain/runs/ask.ts';
import { feedbackInSchema, feedbackOutSchema } from '../../domain/runs/episodes/episode.ts';
import {
  episodeInSchema,
  episodeOutSchema,
  recordedEpisodeSchema,
} from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest, RecallResponse } from '../../domain/runs/recall/recall.ts';
import { skillSchema } from '../../domain/skills/skill.ts';
import { cursor } from '../operations/operation.ts';
import { defineTool } from './tool.ts';

const AGENT = 'The agent of the header `X-Agent-Id` where it is absent, without one `default`';

/** The agent and user of a call, without `scope`: models fill in flat arguments more reliably. */
const scopeFields = {
  agent_id: MemoryIn.shape.agent_id.describe(AGENT),
  user_id: MemoryIn.shape.user_id.describe('The user that it is about'),
};

/** What a recall says where it has nothing to say: models refuse an empty text. */
const NOTHING_KNOWN = 'Nothing is known yet that helps with this task.';

/** What it says where the conversation has all of it. */
const NOTHING_NEW = 'Nothing new: what helps with this task was returned earlier in this session.';

/** How a run says what became of what it was served. */
function howToRecord(recallId: string): string {
  return (
    `When the task is over, call \`record\` with recall_id "${recallId}", the task, its messages and tool calls, and the ` +
    'outcome (success, partial or failure).'
  );
}

const { query, session_id, max_skills, max_memories, skip_served } = RecallRequest.shape;

const recall = defineTool({
  name: 'recall',
  title: 'Recall what was learned',
  description:
    'Call before starting a task: returns rules, memories and a profile learned from earlier runs, as Markdown, with a ' +
    'recall id to pass to `record` afterwards.',
  input: z.object({
    ...scopeFields,
    query,
    session_id: session_id.describe('The conversation or job that the task belongs to'),
    max_skills: max_skills.describe(
      'Most skills to return in full; absent, as many as the gateway is set to',
    ),
    max_memories: max_memories.describe('Most memories to return; absent, as many as the gateway is set to'),
    skip_served: skip_served.describe(
      'Leaves out what earlier recalls with this session_id returned, as long as you still have it. Default: false',
    ),
  }),
  output: RecallResponse,
  readOnly: false,
  run: ({ call }, request) => call.recall(request),
  text: ({ instructions, recall_id, served_before: before, triggers = [] }, { isRecorded }) => [
    instructions || (before === undefined ? NOTHING_KNOWN : NOTHING_NEW),
    ...(isRecorded ? [] : [`recall_id: ${recall_id}`, howToRecord(recall_id)]),
    // A hook that records asks by itself.
    ...(isRecorded || triggers.length === 0 ? [] : [whenToAsk(recall_id, triggers)]),
  ],
});

/** Says before which calls of tools a model asks again. */
function whenToAsk(recallId: string, triggers: readonly TriggerRef[]): string {
  const conditions = JSON.stringify(triggers.flatMap(({ applies_when: conditions }) => conditions));
  return `Before a call that one of these globs matches, call \`before_tool\` with recall_id "${recallId}": ${conditions}`;
}

const NOTHING_APPLIES = 'No rule applies to this call.';
const BLOCKED = 'Ask the user to allow this call before you make it.';
const { recall_id, last_error } = MomentIn.shape;

const beforeTool = defineTool({
  name: 'before_tool',
  title: 'Recall what applies to a call',
  description:
    'Call before a call of a tool that a recall names as one with rules of its own: returns the rules that apply to it, as ' +
    'Markdown.',
  input: z.object({
    recall_id: recall_id.describe('The id that `recall` returned'),
    tool: MomentIn.shape.tool.shape.name.describe('The name of the tool that is about to be called'),
    arguments: z.string().max(100_000).optional().describe('What it is called with, as JSON'),
    last_error: last_error.describe('The error of the call before, where it failed'),
  }),
  output: RecallResponse,
  readOnly: false,
  run: ({ call }, { recall_id, tool: name, arguments: given = '{}', last_error }) =>
    call.recall({ moment: { recall_id, tool: { name, arguments: given }, last_error } }),
  text: ({ instructions, skills }) => [
    instructions || NOTHING_APPLIES,
    ...(skills.some(({ bullets }) => bullets?.some(({ blocks }) => blocks)) ? [BLOCKED] : []),
  ],
});

const run = episodeInSchema.shape;

/** A run in the one form of each field that is enough; runs as the SDKs have them are taken as well. */
const shownRun = z.object({
  ...scopeFields,
  task: run.task.describe('What was to be done'),
  outcome: run.outcome.describe('How it ended'),
  recall_id: run.recall_id,
  messages: z
    .array(
      z.object({
        role: z.string().describe('user, assistant, system or tool'),
        content: z.string().describe('What was said'),
      }),
    )
    .optional()
    .describe('What was said, in order'),
  tool_calls: z
    .array(
      z.object({
        name: z.string().describe('The name of the tool'),
        arguments: z.string().optional().describe('What it was called with, as JSON'),
        result: z.string().optional().describe('What it returned'),
        error: z.string().optional().describe('Why it failed, where it did'),
      }),
    )
    .optional()
    .describe('The tools that were called, in order, each once'),
  verification: z
    .object({
      passed: z.boolean().describe('Whether all was found right'),
      details: z.string().optional().describe('What was found'),
      source: z.string().optional().describe('What checked it. Default: verifier'),
    })
    .optional()
    .describe('What tests or other checks found; outranks the outcome'),
  error: run.error.describe('Why the run failed, where it did'),
  session_id: run.session_id.describe('The conversation or job that the run belongs to'),
  duration_ms: run.duration_ms.describe('How long it took, in milliseconds'),
  skills_loaded: run.skills_loaded,
  framework: run.framework.describe('What the agent is built with'),
  model: run.model,
  idempotency_key: run.idempotency_key,
  metadata: z
    .object({
      usage: z
        .object({
          input_tokens: z.number().int().min(0).optional().describe('Tokens that it read'),
          output_tokens: z.number().int().min(0).optional().describe('Tokens that it wrote'),
        })
        .optional()
        .describe('What the model used'),
    })
    .optional()
    .describe('What else is known of the run. Stored as sent, not redacted'),
});

export const record = defineTool({
  name: 'record',
  title: 'Record what happened',
  description:
    'Call after a task: stores the run so that the next one can be better. Pass the `recall_id` of the recall that ' +
    'served it, and the outcome where it is known.',
  input: recordedEpisodeSchema.safeExtend(scopeFields),
  shown: shownRun,
  output: episodeOutSchema,
  readOnly: false,
  run: ({ call }, episode) => call.recordEpisode(episode),
});

const feedback = defineTool({
  name: 'feedback',
  title: 'Judge a recorded run',
  description:
    'Scores a recorded run from 0 (bad) to 1 (good), with an optional comment or correction. Names the run by the ' +
    '`episode_id` of `record` or the `recall_id` of `recall`.',
  input: feedbackInSchema,
  shown: z
    .object({
      ...feedbackInSchema.shape,
      score: feedbackInSchema.shape.score.describe('How good the run was'),
      comment: feedbackInSchema.shape.comment.describe('Why'),
    })
    .omit({ source: true }),
  output: feedbackOutSchema,
  readOnly: false,
  // It is the agent that calls the tool, whoever it says that judged: what it had read may stand in its words.
  run: ({ call }, input) => call.giveFeedback({ ...input, source: 'agent' }),
});

export const LOOP_TOOLS = [recall, beforeTool, record, feedback];

const agent = { agent_id: agentIdOrShared().optional().describe(`${AGENT}; \`*\` is the shared namespace`) };

const ask = defineTool({
  name: 'ask',
  title: 'Ask what is known',
  description: 'Answers a question from skills, memories and profile only, with the ids of its evidence.',
  input: z.object({ ...scopeFields, question: AskIn.shape.question.describe('What is to be answered') }),
  output: AskOut,
  readOnly: true,
  run: ({ call }, input) => call.ask(input),
  text: ({ answer, evidence }) =>
    evidence.length === 0 ? [answer] : [`${answer}\n\nEvidence: ${evidence.join(', ')}`],
});

const remember = defineTool({
  name: 'remember',
  title: 'Remember something',
  description: 'Stores one statement about the user, or about the world of the agent where no user is named.',
  input: z.object({
    ...scopeFields,
    content: MemoryIn.shape.content.describe('The statement, one sentence'),
    kind: MemoryIn.shape.kind.describe('What sort of statement it is'),
  }),
  output: MemoryAdded,
  readOnly: false,
  run: ({ call }, memory) => call.addMemory(memory),
});

/** Skills in one answer of `list_skills`, which a model has to read whole. */
const SKILLS_LISTED = 50;

const listSkills = defineTool({
  name: 'list_skills',
  title: 'List skills',
  description: `The agent's own and the shared skills by name, at most ${SKILLS_LISTED} at a time. Their rules come by \`get_skill\`.`,
  input: z.object({
    ...agent,
    cursor: cursor().describe('The `next_cursor` of the page before; the first page where it is absent'),
  }),
  output: z.object({
    skills: z.array(skillSchema.pick({ id: true, name: true, description: true, version: true, tags: true })),
    next_cursor: z.string().nullable().describe('Where the next page begins; null on the last one'),
  }),
  readOnly: true,
  async run({ call }, input) {
    const { items, next_cursor } = await call.listSkills({ ...input, limit: SKILLS_LISTED });
    const skills = items.map(({ id, name, description, version, tags }) => ({
      id,
      name,
      description,
      version,
      tags,
    }));
    return { skills, next_cursor };
  },
});

const getSkill = defineTool({
  name: 'get_skill',
  title: 'Read a skill',
  description: 'One skill by id or name, with its rules.',
  input: z.object({ ref: reference().describe('The id or the name of the skill'), ...agent }),
  output: skillSchema,
  readOnly: true,
  run: ({ call }, input) => call.getSkill(input),
});

export const KNOWLEDGE_TOOLS = [ask, remember, listSkills, getSkill];
