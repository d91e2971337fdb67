/** An agent on the Vercel AI SDK, with the middleware. */
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { whetstoneMiddleware } from 'whetstone/ai-sdk';
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
const options = {
  model: wrapLanguageModel({
    model: isResponses ? openai.responses('m') : openai.chat('m'),
    middleware: whetstoneMiddleware(learning),
  }),
  system: SYSTEM,
  prompt: task,
  tools: toolsOf({
    get_order: tool({
      description: DESCRIPTION,
      inputSchema: z.object({ order: z.string() }),
      execute: async (input) => getOrder(input),
    }),
  }),
  stopWhen: stepCountIs(5),
  maxRetries: 0,
};

await start(async () => {
  if (!isStreamed) return await generateText(options);
  const { fullStream } = streamText(options);
  for await (const part of fullStream) if (part.type === 'error') throw part.error;
});
