/** An agent on Mastra, with the processor. */
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { whetstoneProcessor } from 'whetstone/mastra';
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

const openai = createOpenAI({ baseURL: modelUrl, apiKey: 'x' });
const agent = new Agent({
  ...{ id: 'orders', name: 'orders', instructions: SYSTEM },
  model: isResponses ? openai.responses('m') : openai.chat('m'),
  tools: toolsOf({
    get_order: createTool({
      id: 'get_order',
      description: DESCRIPTION,
      inputSchema: z.object({ order: z.string() }),
      execute: async (input) => getOrder(input),
    }),
  }),
  inputProcessors: [whetstoneProcessor(learning)],
  maxRetries: 0,
});

await start(async () => {
  if (!isStreamed) return await agent.generate(task, { maxSteps: 5 });
  const { fullStream } = await agent.stream(task, { maxSteps: 5 });
  for await (const part of fullStream) if (part.type === 'error') throw part.payload.error;
});
