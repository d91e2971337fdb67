/** An agent on LangGraph, with the `fetch` of its model; also one that waits for a person before its tools. */
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { whetstoneFetch } from 'whetstone/openai';
import { z } from 'zod';
import {
  client,
  DESCRIPTION,
  getOrder,
  isStreamed,
  learning,
  mode,
  modelUrl,
  SYSTEM,
  start,
  task,
  toolsOf,
} from './setup.mjs';

const tools = toolsOf([
  tool(async (input) => getOrder(input), {
    name: 'get_order',
    description: DESCRIPTION,
    schema: z.object({ order: z.string() }),
  }),
]);
const model = new ChatOpenAI({
  ...{ model: 'm', apiKey: 'x', maxRetries: 0 },
  configuration: {
    baseURL: modelUrl,
    fetch: whetstoneFetch({ framework: 'langgraph', ...learning }),
  },
}).bindTools(tools);

const isResumed = mode.includes('resumed');
const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({
    messages: [await model.invoke([new SystemMessage(SYSTEM), ...messages])],
  }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', toolsCondition)
  .addEdge('tools', 'agent')
  .compile(isResumed ? { checkpointer: new MemorySaver(), interruptBefore: ['tools'] } : {});

const thread = { configurable: { thread_id: 't-1' } };

await start(async () => {
  const input = { messages: [new HumanMessage(task)] };
  if (isStreamed) for await (const _ of await graph.stream(input, { streamMode: 'messages' }));
  else await graph.invoke(input, thread);
  while (isResumed && (await graph.getState(thread)).next.length > 0) {
    // A person takes longer than this to approve. What has been silent for a second ends with a flush.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    if (mode.includes('flushed')) await client.flush();
    await graph.invoke(null, thread);
  }
});
