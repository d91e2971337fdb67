/**
 * Every adapter in front of a real gateway and of every bad one: the agent's answers, streams and exceptions are those
 * of the same agent without the adapter.
 */
import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { tool as agentTool, Agent as OpenAIAgent, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { FAULTS } from '../../testing/faulty-gateway.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { Whetstone } from '../index.ts';
import { whetstoneMiddleware } from './ai-sdk.ts';
import { whetstoneFetch } from './openai-fetch.ts';

/** An agent: with the client it learns, without one it is what it was before. */
type Agent = (baseURL: string, task: string, client: Whetstone | null) => Promise<unknown>;

const SYSTEM = 'You help with orders.';
const NO_OPTIONS = { maxRetries: 0 };

const openaiOf = (baseURL: string, client: Whetstone | null) =>
  new OpenAI({
    baseURL,
    apiKey: 'x',
    ...NO_OPTIONS,
    ...(client === null ? {} : { fetch: whetstoneFetch({ client }) }),
  });

const TOOLS: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_order', parameters: { type: 'object', properties: {} } } },
];

const start = (task: string): OpenAI.ChatCompletionMessageParam[] => [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: task },
];

const plainOpenai: Agent = async (baseURL, task, client) => {
  const openai = openaiOf(baseURL, client);
  const messages = start(task);
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: 'm', messages, tools: TOOLS });
    const message = choices[0]?.message;
    if (message === undefined) throw new Error('no answer');
    messages.push(message);
    if (message.tool_calls === undefined) return messages;
    for (const { id } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: 'shipped' });
  }
};

const streamedOpenai: Agent = async (baseURL, task, client) => {
  const stream = await openaiOf(baseURL, client).chat.completions.create({
    model: 'm',
    messages: start(task),
    stream: true,
  });
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

function aiSdkOptions(baseURL: string, task: string, client: Whetstone | null) {
  const model = createOpenAI({ baseURL, apiKey: 'x' }).chat('m');
  const getOrder = tool({ inputSchema: z.object({ order: z.string() }), execute: async () => 'shipped' });
  return {
    model:
      client === null ? model : wrapLanguageModel({ model, middleware: whetstoneMiddleware({ client }) }),
    system: SYSTEM,
    prompt: task,
    tools: { get_order: getOrder },
    stopWhen: stepCountIs(5),
    ...NO_OPTIONS,
  };
}

const aiSdk: Agent = async (...given) => {
  const { text, finishReason, steps } = await generateText(aiSdkOptions(...given));
  return {
    text,
    finishReason,
    steps: steps.map(({ toolCalls, toolResults }) => ({ toolCalls, toolResults })),
  };
};

const streamedAiSdk: Agent = async (...given) => {
  const parts: unknown[] = [];
  const errors: unknown[] = [];
  const { fullStream } = streamText({
    ...aiSdkOptions(...given),
    onError: ({ error }) => void errors.push(error),
  });
  // The SDK makes up ids and times of its own; the rest must be the same.
  for await (const part of fullStream) {
    if (part.type === 'text-delta' || part.type === 'tool-call' || part.type === 'tool-result')
      parts.push(part);
  }
  if (errors.length > 0) throw errors[0];
  return parts;
};

const openaiAgents: Agent = async (baseURL, task, client) => {
  const getOrder = agentTool({
    name: 'get_order',
    description: 'Looks an order up',
    parameters: z.object({ order: z.string() }),
    execute: async () => 'shipped',
  });
  // The SDK has a copy of openai of its own, one version on: the same class to everything but the type checker.
  const openai: object = openaiOf(baseURL, client);
  type ItsClient = ConstructorParameters<typeof OpenAIChatCompletionsModel>[0];
  const model = new OpenAIChatCompletionsModel(openai as ItsClient, 'm');
  const agent = new OpenAIAgent({ name: 'orders', instructions: SYSTEM, model, tools: [getOrder] });
  const { finalOutput, history } = await new Runner({ tracingDisabled: true }).run(agent, task);
  return { finalOutput, history };
};

const langchain: Agent = async (baseURL, task, client) => {
  const fetch = client === null ? {} : { fetch: whetstoneFetch({ client }) };
  const model = new ChatOpenAI({
    model: 'm',
    apiKey: 'x',
    maxRetries: 0,
    configuration: { baseURL, ...fetch },
  });
  const { content, response_metadata } = await model.invoke([
    ['system', SYSTEM],
    ['human', task],
  ]);
  return { content, response_metadata };
};

const AGENTS = [
  { name: 'the plain openai client', agent: plainOpenai, framework: 'openai', tools: true },
  { name: 'the openai client, streamed', agent: streamedOpenai, framework: 'openai', tools: false },
  { name: 'the OpenAI Agents SDK', agent: openaiAgents, framework: 'openai', tools: true },
  { name: 'LangChain', agent: langchain, framework: 'openai', tools: false },
  { name: 'the Vercel AI SDK', agent: aiSdk, framework: 'vercel-ai-sdk', tools: true },
  { name: 'the Vercel AI SDK, streamed', agent: streamedAiSdk, framework: 'vercel-ai-sdk', tools: true },
];

const TASK = 'look up an order of a customer';

async function faultOf(work: Promise<unknown>): Promise<{ name: string; message: string }> {
  const fault: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(fault instanceof Error)) throw new Error('the run did not fail');
  return { name: fault.name, message: fault.message };
}

describe.each(AGENTS)('an agent on $name', ({ agent, framework, tools }) => {
  let gateway: TestGateway | undefined;
  let provider: StandInProvider | undefined;
  beforeAll(async () => {
    provider = await startProvider();
    gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
    await new Whetstone({ url: gateway.url }).call('authorSkill', {
      body: {
        name: 'order-lookup',
        description: 'Look up an order of a customer',
        bullets: [{ content: 'Look an order up by its number, never by its customer.' }],
      },
    });
  });
  afterAll(async () => {
    await provider?.close();
    await gateway?.close();
  });

  const run = (client: Whetstone | null, task = TASK) => agent(provider?.url ?? '', task, client);

  it('has what was learned below its own instructions, once a call, and answers the same', async () => {
    const client = new Whetstone({ url: gateway?.url, recallTimeoutMs: 5000 });
    const plain = await run(null);
    const before = provider?.prompts.length ?? 0;
    expect(await run(client)).toEqual(plain);
    const prompts = provider?.prompts.slice(before) ?? [];
    expect(prompts).toHaveLength(tools ? 2 : 1);
    for (const prompt of prompts) {
      const system = prompt.filter(({ role }) => role === 'system');
      expect(system).toHaveLength(1);
      expect(system[0]?.content).toMatch(/^You help with orders\.\n\n[\s\S]*by its number/);
      expect(String(system[0]?.content).split('by its number')).toHaveLength(2);
    }
  });

  it('has its run recorded as one episode with its tools', async () => {
    const client = new Whetstone({
      url: gateway?.url,
      agentId: `recorded-${framework}-${tools}`,
      recallTimeoutMs: 5000,
    });
    await run(client);
    await expect.poll(() => client.delivered.waiting + client.delivered.sent).toBe(1);
    await client.flush();
    const path = { agent_id: `recorded-${framework}-${tools}` };
    const episodes = (await client.call('exportEpisodes', { path })).trim().split('\n');
    const stored = episodes.map((line) => JSON.parse(line)).at(-1);
    expect(stored).toMatchObject({
      task: TASK,
      framework,
      messages: [
        { role: 'user', content: TASK },
        { role: 'assistant', content: FINAL_ANSWER },
      ],
      tool_calls: tools ? [{ name: 'get_order', result: 'shipped' }] : [],
      served: expect.anything(),
    });
  });

  it('fails as it failed before where its model refuses', async () => {
    const client = new Whetstone({ url: gateway?.url, recallTimeoutMs: 5000 });
    expect(await faultOf(run(client, 'refuse'))).toEqual(await faultOf(run(null, 'refuse')));
  });

  it('is what it was before where the gateway stops in the middle of its run, and keeps the record', async () => {
    const stopping = await openTestGateway('sqlite');
    const client = new Whetstone({ url: stopping.url, recallTimeoutMs: 5000, retries: 0 });
    const before = provider?.prompts.length ?? 0;
    const running = run(client);
    await expect.poll(() => provider?.prompts.length).toBeGreaterThan(before);
    await stopping.close();
    expect(await running).toEqual(await run(null));
    await expect.poll(() => client.delivered.waiting).toBe(1);
    expect(await client.flush({ timeoutMs: 100 })).toMatchObject({ sent: 0, waiting: 1 });
  });

  it.each(FAULTS)('is what it was before in front of $name', async ({ start: open }) => {
    const faulty = await open();
    const client = new Whetstone({ url: faulty.url, recallTimeoutMs: 100 });
    expect(await run(client)).toEqual(await run(null));
    expect(provider?.prompts.at(-1)?.[0]).toEqual({ role: 'system', content: SYSTEM });
    expect(await faultOf(run(client, 'refuse'))).toEqual(await faultOf(run(null, 'refuse')));
    await faulty.close();
  });
});
