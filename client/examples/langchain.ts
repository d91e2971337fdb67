/**
 * An agent on LangChain that learns: the one added thing is the `fetch`. Try it with OPENAI_BASE_URL, OPENAI_API_KEY,
 * WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/langchain.ts "look up order 1042"
 */
import { type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
// In a project of your own: import { whetstoneFetch } from 'whetstone/openai';
import { whetstoneFetch } from '../src/adapters/openai-fetch.ts';

const getOrder = tool(({ order }) => JSON.stringify({ order, state: 'shipped' }), {
  name: 'get_order',
  description: 'Looks an order up',
  schema: z.object({ order: z.string() }),
});

const model = new ChatOpenAI({
  model: 'gpt-4o-mini',
  configuration: {
    fetch: whetstoneFetch({ framework: 'langchain' }),
    baseURL: process.env.OPENAI_BASE_URL ?? null,
  },
}).bindTools([getOrder]);

const messages: BaseMessage[] = [
  new SystemMessage('You help with orders.'),
  new HumanMessage(process.argv[2] ?? 'look up order 1042'),
];

for (let step = 0; step < 5; step += 1) {
  const answer = await model.invoke(messages);
  messages.push(answer);
  if (answer.tool_calls === undefined || answer.tool_calls.length === 0) {
    process.stdout.write(`${answer.text}\n`);
    break;
  }
  for (const call of answer.tool_calls) messages.push(await getOrder.invoke({ ...call, type: 'tool_call' }));
}
