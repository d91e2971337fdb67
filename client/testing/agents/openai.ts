/** Agents on the `openai` client: by hand, streamed, and with the OpenAI Agents SDK. */
import { tool as agentTool, Agent as OpenAIAgent, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { whetstoneFetch } from '../../src/adapters/openai-fetch.ts';
import type { Whetstone } from '../../src/index.ts';
import { type Agent, SYSTEM } from './ai-sdk.ts';

const createOpenai = (baseURL: string, client: Whetstone | null) =>
  new OpenAI({
    baseURL,
    apiKey: 'x',
    maxRetries: 0,
    ...(client === null ? {} : { fetch: whetstoneFetch({ client }) }),
  });

const TOOLS: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_order', parameters: { type: 'object', properties: {} } } },
];

const start = (task: string): OpenAI.ChatCompletionMessageParam[] => [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: task },
];

export const plainOpenai: Agent = async (baseURL, task, client) => {
  const openai = createOpenai(baseURL, client);
  const messages = start(task);
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: 'm', messages, tools: TOOLS });
    const message = choices[0]?.message;
    if (message === undefined) throw new Error('no answer');
    messages.push(message);
    if (message.tool_calls === undefined) return messages;
    for (const { id } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: 'shipped' });
  }
};

export const streamedOpenai: Agent = async (baseURL, task, client) => {
  const stream = await createOpenai(baseURL, client).chat.completions.create({
    model: 'm',
    messages: start(task),
    stream: true,
  });
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

export const openaiAgents: Agent = async (baseURL, task, client) => {
  const getOrder = agentTool({
    name: 'get_order',
    description: 'Looks an order up',
    parameters: z.object({ order: z.string() }),
    execute: async () => 'shipped',
  });
  // The SDK has a copy of openai of its own, one version on: the same class to everything but the type
  // checker.
  const openai: object = createOpenai(baseURL, client);
  type ItsClient = ConstructorParameters<typeof OpenAIChatCompletionsModel>[0];
  const model = new OpenAIChatCompletionsModel(openai as ItsClient, 'm');
  const agent = new OpenAIAgent({ name: 'orders', instructions: SYSTEM, model, tools: [getOrder] });
  const { finalOutput, history } = await new Runner({ tracingDisabled: true }).run(agent, task);
  return { finalOutput, history };
};
