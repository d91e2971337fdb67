/** An agent on the OpenAI Agents SDK, with the `fetch`. */
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { whetstoneFetch } from 'whetstone/openai';
import { z } from 'zod';
import {
  DESCRIPTION,
  getOrder,
  isResponses,
  isStreamed,
  learning,
  modelUrl,
  SYSTEM,
  start,
  task,
  toolsOf,
} from './setup.mjs';

const fetch = whetstoneFetch({ framework: 'openai-agents', ...learning });
const openai = new OpenAI({ baseURL: modelUrl, apiKey: 'x', maxRetries: 0, fetch });
const Model = isResponses ? OpenAIResponsesModel : OpenAIChatCompletionsModel;
const agent = new Agent({
  name: 'orders',
  instructions: SYSTEM,
  model: new Model(openai, 'm'),
  tools: toolsOf([
    tool({
      name: 'get_order',
      description: DESCRIPTION,
      parameters: z.object({ order: z.string() }),
      execute: async (input) => getOrder(input),
    }),
  ]),
});

await start(async () => {
  const runner = new Runner({ tracingDisabled: true });
  if (!isStreamed) return await runner.run(agent, task);
  const result = await runner.run(agent, task, { stream: true });
  for await (const _ of result);
  await result.completed;
});
