/**
 * An agent on the Vercel AI SDK that learns: the one added thing is the middleware. Try it with OPENAI_BASE_URL,
 * OPENAI_API_KEY, WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/vercel-ai-sdk.ts "look up order 1042"
 */
import { openai } from '@ai-sdk/openai';
import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { z } from 'zod';
// In a project of your own: import { whetstoneMiddleware } from 'whetstone/ai-sdk';
import { whetstoneMiddleware } from '../src/adapters/ai-sdk.ts';

const model = wrapLanguageModel({ model: openai.chat('gpt-4o-mini'), middleware: whetstoneMiddleware() });

const getOrder = tool({
  description: 'Looks an order up',
  inputSchema: z.object({ order: z.string() }),
  execute: async ({ order }) => ({ order, state: 'shipped' }),
});

const { text } = await generateText({
  model,
  system: 'You help with orders.',
  prompt: process.argv[2] ?? 'look up order 1042',
  tools: { get_order: getOrder },
  stopWhen: stepCountIs(5),
});
process.stdout.write(`${text}\n`);
