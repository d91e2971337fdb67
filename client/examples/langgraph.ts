/**
 * An agent on LangGraph that learns: the one added thing is the `fetch` of its model. Try it with OPENAI_BASE_URL,
 * OPENAI_API_KEY, WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/langgraph.ts "look up order 1042"
 */
import { SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
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
    fetch: whetstoneFetch({ framework: 'langgraph' }),
    baseURL: process.env.OPENAI_BASE_URL ?? null,
  },
}).bindTools([getOrder]);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({
    messages: [await model.invoke([new SystemMessage('You help with orders.'), ...messages])],
  }))
  .addNode('tools', new ToolNode([getOrder]))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', toolsCondition)
  .addEdge('tools', 'agent')
  .compile();

const task = process.argv[2] ?? 'look up order 1042';
const { messages } = await graph.invoke({ messages: [{ role: 'user', content: task }] });
process.stdout.write(`${messages.at(-1)?.text}\n`);
