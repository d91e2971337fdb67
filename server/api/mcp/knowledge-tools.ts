/** The tools that look at knowledge and add to it: questions, memories, skills. */
import { z } from 'zod';
import { AskIn, AskOut } from '../../domain/runs/ask/ask.ts';
import { agentIdOrShared, DEFAULT_AGENT, reference } from '../../domain/fields.ts';
import { MemoryAdded, MemoryIn } from '../../domain/memories/memory.ts';
import { skillSchema } from '../../domain/skills/skill.ts';
import { whose } from './loop-tools.ts';
import { defineTool } from './tool.ts';

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
  // Structured content is an object, so the list that REST answers with has a name here.
  output: z.object({ skills: z.array(skillSchema) }),
  readOnly: true,
  run: async (call, input) => ({ skills: await call.listSkills(input) }),
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
