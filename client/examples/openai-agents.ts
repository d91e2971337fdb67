/**
 * An agent on the OpenAI Agents SDK that learns: the one added thing is the `fetch`. Try it with OPENAI_BASE_URL,
 * OPENAI_API_KEY, WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/openai-agents.ts "look up order 1042"
 */
import { Agent, OpenAIChatCompletionsModel, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
// In a project of your own: import { whetstoneFetch } from 'whetstone/openai';
import { whetstoneFetch } from '../src/adapters/openai-fetch.ts';

// Needed only where the SDK's own openai is of another version than the project's.
type ItsClient = ConstructorParameters<typeof OpenAIChatCompletionsModel>[0];
const openai: object = new OpenAI({ fetch: whetstoneFetch({ framework: 'openai-agents' }) });

const getOrder = tool({
  name: 'get_order',
  description: 'Looks an order up',
  parameters: z.object({ order: z.string() }),
  execute: async ({ order }) => JSON.stringify({ order, state: 'shipped' }),
});

const agent = new Agent({
  name: 'orders',
  instructions: 'You help with orders.',
  model: new OpenAIChatCompletionsModel(openai as ItsClient, 'gpt-4o-mini'),
  tools: [getOrder],
});

const task = process.argv[2] ?? 'look up order 1042';
const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, task);
process.stdout.write(`${finalOutput}\n`);
