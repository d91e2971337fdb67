/** Agents whose runs end in every way there is, on each framework: what an adapter records of an ending. */
import * as currentOpenai from '@ai-sdk/openai';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import {
  tool as agentTool,
  Agent as OpenAIAgent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
} from '@openai/agents';
import * as current from 'ai';
import * as previousOpenai from 'ai-sdk-openai3';
import * as previous from 'ai6';
import OpenAI from 'openai';
import { z } from 'zod';
import { whetstoneMiddleware } from '../../src/adapters/ai-sdk.ts';
import { whetstoneFetch } from '../../src/adapters/openai-fetch.ts';
import { type Whetstone, withLearning } from '../../src/index.ts';
import { SYSTEM } from './ai-sdk.ts';
import { CLAUDE_AGENT } from './claude-agent-sdk.ts';
import { MASTRA_AGENTS } from './mastra.ts';

export interface Setup {
  baseURL: string;
  client: Whetstone;
  task: string;
  maxRetries: number;
  /** Most model calls. */
  steps: number;
  /** The model has to answer with this tool. */
  isForced: boolean;
  /** Stop reading after the first piece of the answer. */
  isHalfRead: boolean;
  /** The model answers without a tool. */
  isToolless?: boolean;
  /** What its tool returns; it may throw. */
  order?: () => string;
  signal?: AbortSignal | undefined;
}

/** One way to run an agent. */
export interface EndingAgent {
  name: string;
  isStreamed: boolean;
  hasTools: boolean;
  run(setup: Setup): Promise<unknown>;
}

const shipped = () => 'shipped';

/** As people write it who call tools by hand: the model is told of the error. */
function resultOf({ order = shipped }: Setup): string {
  try {
    return order();
  } catch (error) {
    return String(error);
  }
}

const ORDER = z.object({ order: z.string() });
const NAME = 'get_order';
const DESCRIPTION = 'Looks an order up';

type Sdk = Pick<
  typeof current,
  'generateText' | 'streamText' | 'stepCountIs' | 'tool' | 'wrapLanguageModel'
> &
  Pick<typeof currentOpenai, 'createOpenAI'>;
// The same functions under the same names; their types differ in what no agent here looks at.
const before: object = { ...previous, ...previousOpenai };
const VERSIONS: [string, Sdk][] = [
  ['AI SDK 7', { ...current, ...currentOpenai }],
  ['AI SDK 6', before as Sdk],
];

function aiOptions(sdk: Sdk, setup: Setup, hasAdapter = true) {
  const { baseURL, client, task, maxRetries, steps, isForced, isToolless, signal, order = shipped } = setup;
  const model = sdk.createOpenAI({ baseURL, apiKey: 'x' }).chat('m');
  const getOrder = sdk.tool({ inputSchema: ORDER, execute: async () => order() });
  const learning = hasAdapter
    ? sdk.wrapLanguageModel({ model, middleware: whetstoneMiddleware({ client }) })
    : model;
  return {
    model: learning,
    system: SYSTEM,
    prompt: task,
    tools: { get_order: getOrder },
    activeTools: isToolless === true ? [] : ['get_order' as const],
    stopWhen: sdk.stepCountIs(steps),
    maxRetries,
    ...(isForced ? { toolChoice: { type: 'tool' as const, toolName: 'get_order' as const } } : {}),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
}

async function readText(sdk: Sdk, setup: Setup): Promise<void> {
  const errors: unknown[] = [];
  const { fullStream } = sdk.streamText({
    ...aiOptions(sdk, setup),
    onError: ({ error }) => void errors.push(error),
  });
  for await (const part of fullStream) if (setup.isHalfRead && part.type === 'text-delta') break;
  if (errors.length > 0) throw errors[0];
}

const AI_AGENTS = VERSIONS.flatMap(([name, sdk]): EndingAgent[] => [
  {
    name: `${name} generateText`,
    isStreamed: false,
    hasTools: true,
    run: (setup) => sdk.generateText(aiOptions(sdk, setup)),
  },
  { name: `${name} streamText`, isStreamed: true, hasTools: true, run: (setup) => readText(sdk, setup) },
]);

const openaiOf = ({ baseURL, client, maxRetries }: Setup) =>
  new OpenAI({ baseURL, apiKey: 'x', maxRetries, fetch: whetstoneFetch({ client }) });

const TOOL = { name: NAME, parameters: { type: 'object', properties: {} } };

async function chat(setup: Setup): Promise<void> {
  const openai = openaiOf(setup);
  const { task, steps, isForced, signal } = setup;
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: task },
  ];
  const choice = { tool_choice: { type: 'function' as const, function: { name: NAME } } };
  for (let step = 0; step < steps; step += 1) {
    const { choices } = await openai.chat.completions.create(
      { model: 'm', messages, tools: [{ type: 'function', function: TOOL }], ...(isForced ? choice : {}) },
      { signal },
    );
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined || isForced) return;
    messages.push(message);
    for (const { id } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: resultOf(setup) });
  }
}

async function chatStream(setup: Setup): Promise<void> {
  const messages = [{ role: 'user' as const, content: setup.task }];
  const stream = await openaiOf(setup).chat.completions.create(
    { model: 'm', messages, stream: true },
    { signal: setup.signal },
  );
  for await (const { choices } of stream) if (setup.isHalfRead && choices[0]?.delta.content) break;
}

async function responses(setup: Setup): Promise<void> {
  const openai = openaiOf(setup);
  const { task, steps, isForced, signal } = setup;
  const tools = [{ type: 'function' as const, strict: false, ...TOOL }];
  const choice = { tool_choice: { type: 'function' as const, name: NAME } };
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: task }];
  let previous: string | null = null;
  for (let step = 0; step < steps; step += 1) {
    const body = { model: 'm', instructions: SYSTEM, input, tools, ...(isForced ? choice : {}) };
    const answer: OpenAI.Responses.Response = await openai.responses.create(
      { ...body, previous_response_id: previous },
      { signal },
    );
    const calls = answer.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0 || isForced) return;
    previous = answer.id;
    input = calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: resultOf(setup) }));
  }
}

async function responseStream(setup: Setup): Promise<void> {
  const stream = await openaiOf(setup).responses.create(
    { model: 'm', input: setup.task, stream: true },
    { signal: setup.signal },
  );
  for await (const { type } of stream) if (setup.isHalfRead && type.endsWith('.delta')) break;
}

// The SDK has a copy of openai of its own, one version on: the same class to everything but the type checker.
type ItsClient = ConstructorParameters<typeof OpenAIChatCompletionsModel>[0];

const agents =
  (Model: typeof OpenAIChatCompletionsModel | typeof OpenAIResponsesModel) =>
  async (setup: Setup): Promise<void> => {
    const getOrder = agentTool({
      name: NAME,
      description: DESCRIPTION,
      parameters: ORDER,
      execute: async () => (setup.order ?? shipped)(),
    });
    const openai: object = openaiOf(setup);
    const agent = new OpenAIAgent({
      name: 'orders',
      instructions: SYSTEM,
      model: new Model(openai as ItsClient, 'm'),
      tools: [getOrder],
      ...(setup.isForced
        ? { modelSettings: { toolChoice: NAME }, toolUseBehavior: 'stop_on_first_tool' as const }
        : {}),
    });
    const { task, steps, signal } = setup;
    await new Runner({ tracingDisabled: true }).run(agent, task, {
      maxTurns: steps,
      ...(signal === undefined ? {} : { signal }),
    });
  };

const langchainOrder = (order = shipped) =>
  langchainTool(order, { name: NAME, description: DESCRIPTION, schema: ORDER });

const chatModel = ({ baseURL, client, maxRetries }: Setup) =>
  new ChatOpenAI({
    model: 'm',
    apiKey: 'x',
    maxRetries,
    configuration: { baseURL, fetch: whetstoneFetch({ client }) },
  });

async function langchain(setup: Setup): Promise<void> {
  const { task, signal, isForced } = setup;
  const messages = [new SystemMessage(SYSTEM), new HumanMessage(task)];
  const options = signal === undefined ? {} : { signal };
  if (isForced) {
    // How LangChain gets structured output from a model: a tool that it has to call.
    const structured = chatModel(setup).withStructuredOutput(ORDER, {
      method: 'functionCalling',
      name: NAME,
    });
    await structured.invoke(messages, options);
    return;
  }
  const stream = await chatModel(setup).stream(messages, options);
  for await (const { content } of stream) if (setup.isHalfRead && content !== '') break;
}

async function langgraph(setup: Setup): Promise<void> {
  const getOrder = langchainOrder(setup.order);
  const model = chatModel(setup).bindTools([getOrder]);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({
      messages: [await model.invoke([new SystemMessage(SYSTEM), ...messages])],
    }))
    .addNode('tools', new ToolNode([getOrder]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile();
  const { task, steps, signal } = setup;
  const options = { recursionLimit: steps * 2, ...(signal === undefined ? {} : { signal }) };
  await graph.invoke({ messages: [new HumanMessage(task)] }, options);
}

/** Any function, here around the AI SDK without an adapter: it knows when its run is over. */
async function learning(setup: Setup): Promise<void> {
  const sdk = VERSIONS[0]?.[1];
  if (sdk === undefined) return;
  const ask = withLearning(
    async (task: string) => (await sdk.generateText(aiOptions(sdk, { ...setup, task }, false))).text,
    { client: setup.client },
  );
  await ask(setup.task);
}

/** A function around an agent that has an adapter. */
async function learningAround(setup: Setup): Promise<void> {
  const ask = withLearning((task: string) => chat({ ...setup, task }), { client: setup.client });
  await ask(setup.task);
}

export const ENDING_AGENTS: readonly EndingAgent[] = [
  ...AI_AGENTS,
  ...MASTRA_AGENTS,
  CLAUDE_AGENT,
  { name: 'openai chat', isStreamed: false, hasTools: true, run: chat },
  { name: 'openai chat stream', isStreamed: true, hasTools: false, run: chatStream },
  { name: 'openai responses', isStreamed: false, hasTools: true, run: responses },
  { name: 'openai responses stream', isStreamed: true, hasTools: false, run: responseStream },
  { name: 'OpenAI Agents chat', isStreamed: false, hasTools: true, run: agents(OpenAIChatCompletionsModel) },
  { name: 'OpenAI Agents responses', isStreamed: false, hasTools: true, run: agents(OpenAIResponsesModel) },
  { name: 'LangChain', isStreamed: true, hasTools: false, run: langchain },
  { name: 'LangGraph', isStreamed: false, hasTools: true, run: langgraph },
  { name: 'withLearning', isStreamed: false, hasTools: true, run: learning },
];

/** All that see the model calls of their run. */
export const WATCHING_AGENTS: readonly EndingAgent[] = [
  ...ENDING_AGENTS.filter(({ run }) => run !== learning),
  { name: 'withLearning around openai chat', isStreamed: false, hasTools: true, run: learningAround },
];
