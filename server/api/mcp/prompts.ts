/** Prompts that a person picks in a host: one begins a task with what is known, one ends it by recording it. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { isRecorded, type McpCaller } from './caller.ts';
import { howToRecord, NOTHING_KNOWN } from './tools.ts';

type Arguments = Readonly<Record<string, string>>;

interface DeclaredPrompt {
  listed: Prompt;
  text(caller: McpCaller, given: Arguments): Promise<string> | string;
}

const USER = { name: 'user_id', description: 'The user whom the task is for', required: false };

const beforeATask: DeclaredPrompt = {
  listed: {
    name: 'before-a-task',
    title: 'Begin a task with what was learned',
    description: 'Recalls what earlier runs taught about the task, and asks for it to be done.',
    arguments: [{ name: 'task', description: 'What is to be done', required: true }, USER],
  },
  async text({ call, agentId, isRecorded: hasHook }, { task = '', user_id: userId }) {
    const { instructions, recall_id: recallId } = await call.recall({
      query: task,
      ...(agentId === undefined ? {} : { agent_id: agentId }),
      ...(userId === undefined ? {} : { user_id: userId }),
    });
    const known = instructions === '' ? NOTHING_KNOWN : instructions;
    return [task, known, ...(hasHook ? [] : [howToRecord(recallId)])].join('\n\n');
  },
};

const afterATask: DeclaredPrompt = {
  listed: {
    name: 'after-a-task',
    title: 'Record what happened in a task',
    description: 'Asks for the run of this conversation to be recorded, so that the next one goes better.',
    arguments: [
      { name: 'outcome', description: 'success, partial or failure, as you judge it', required: false },
      { name: 'correction', description: 'What should have been done instead', required: false },
    ],
  },
  text: (_, { outcome, correction }) =>
    [
      'Record what happened in this conversation: call the tool `record` with the task, the messages that matter, every ' +
        'tool call with its result or error, and the `recall_id` of the recall that the task began with, if there was one.',
      outcome === undefined
        ? 'Judge the outcome by what was checked, and pass `unknown` where nothing was.'
        : `The outcome: ${outcome}`,
      ...(correction === undefined
        ? []
        : [`Then call \`feedback\` for the recorded run, with this correction: ${correction}`]),
    ].join('\n\n'),
};

const DECLARED = [beforeATask, afterATask];

export function promptsFor(request: GatewayRequest): Prompt[] {
  return DECLARED.filter((prompt) => prompt !== afterATask || !isRecorded(request)).map(
    ({ listed }) => listed,
  );
}

/** The messages of a prompt. Throws `not_found` for an unknown one and `invalid` for a missing argument. */
export async function getPrompt(caller: McpCaller, name: string, given: Arguments): Promise<GetPromptResult> {
  const prompt = DECLARED.find(({ listed }) => listed.name === name);
  if (prompt === undefined) throw notFound('prompt');
  const missing = prompt.listed.arguments?.find(
    (argument) => argument.required === true && (given[argument.name] ?? '') === '',
  );
  if (missing !== undefined) throw new ServiceError('invalid', `the argument ${missing.name} is missing`);
  const text = await prompt.text(caller, given);
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
