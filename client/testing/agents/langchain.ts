/** Agents on LangChain's model: a loop by hand, and a LangGraph with its own node for tools. */
import { type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { whetstoneFetch } from '../../src/adapters/openai-fetch.ts';
import type { Whetstone } from '../../src/index.ts';
import { type Agent, SYSTEM } from './ai-sdk.ts';

const getOrder = tool(() => 'shipped', {
  name: 'get_order',
  description: 'Looks an order up',
  schema: z.object({ order: z.string() }),
});

function createModel(baseURL: string, client: Whetstone | null) {
  const fetch = client === null ? {} : { fetch: whetstoneFetch({ client }) };
  return new ChatOpenAI({
    model: 'm',
    apiKey: 'x',
    maxRetries: 0,
    configuration: { baseURL, ...fetch },
  }).bindTools([getOrder]);
}

/** What was said; ids are made up again in every run. */
const said = (messages: readonly BaseMessage[]) =>
  messages.map(({ type, content, ...message }) => ({
    type,
    content,
    calls: 'tool_calls' in message ? message.tool_calls : [],
  }));

export const langchain: Agent = async (baseURL, task, client) => {
  const model = createModel(baseURL, client);
  const messages: BaseMessage[] = [new SystemMessage(SYSTEM), new HumanMessage(task)];
  for (;;) {
    const answer = await model.invoke(messages);
    messages.push(answer);
    if (answer.tool_calls === undefined || answer.tool_calls.length === 0) break;
    for (const call of answer.tool_calls)
      messages.push(await getOrder.invoke({ ...call, type: 'tool_call' }));
  }
  return said(messages);
};

function createGraph(baseURL: string, client: Whetstone | null) {
  const model = createModel(baseURL, client);
  return new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({
      messages: [await model.invoke([new SystemMessage(SYSTEM), ...messages])],
    }))
    .addNode('tools', new ToolNode([getOrder]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile();
}

export const langgraph: Agent = async (baseURL, task, client) => {
  const { messages } = await createGraph(baseURL, client).invoke({ messages: [new HumanMessage(task)] });
  return said(messages);
};

/** Streamed by token: the graph asks its model for a stream. */
export const streamedLanggraph: Agent = async (baseURL, task, client) => {
  const input = { messages: [new HumanMessage(task)] };
  const stream = await createGraph(baseURL, client).stream(input, { streamMode: 'messages' });
  const messages: BaseMessage[] = [];
  for await (const [message] of stream) messages.push(message);
  return said(messages);
};
