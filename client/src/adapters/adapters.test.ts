/**
 * Every adapter in front of a real gateway and of bad ones: the agent's answers, streams and exceptions
 * are those of the same agent without the adapter.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { type Agent, AI_SDK_AGENTS, SYSTEM } from '../../testing/agents/ai-sdk.ts';
import { claudeAgent } from '../../testing/agents/claude-agent-sdk.ts';
import { langchain, langgraph, streamedLanggraph } from '../../testing/agents/langchain.ts';
import { mastra, streamedMastra } from '../../testing/agents/mastra.ts';
import { openaiAgents, plainOpenai, streamedOpenai } from '../../testing/agents/openai.ts';
import { FAULTY_GATEWAYS } from '../../testing/faulty-gateway.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { Whetstone, withLearning } from '../index.ts';

interface Known {
  name: string;
  agent: Agent;
  framework: string;
  tools: boolean;
  /** What was learned goes below the prompt: the framework's hook reaches no further. */
  isBelowPrompt?: boolean;
}

const AGENTS: Known[] = [
  { name: 'the plain openai client', agent: plainOpenai, framework: 'openai', tools: true },
  { name: 'the openai client, streamed', agent: streamedOpenai, framework: 'openai', tools: false },
  { name: 'the OpenAI Agents SDK', agent: openaiAgents, framework: 'openai', tools: true },
  { name: 'LangChain', agent: langchain, framework: 'openai', tools: true },
  { name: 'a LangGraph', agent: langgraph, framework: 'openai', tools: true },
  { name: 'a LangGraph, streamed', agent: streamedLanggraph, framework: 'openai', tools: true },
  ...AI_SDK_AGENTS.map((known) => ({ ...known, framework: 'vercel-ai-sdk', tools: true })),
  { name: 'Mastra', agent: mastra, framework: 'mastra', tools: true },
  { name: 'Mastra, streamed', agent: streamedMastra, framework: 'mastra', tools: true },
  {
    name: 'the Claude Agent SDK',
    ...{ agent: claudeAgent, framework: 'claude-agent-sdk', tools: true, isBelowPrompt: true },
  },
];

/** Every bad gateway for the first agent, and another two of them for each further one: what differs is in the client. */
function faultyFor(agent: Agent): typeof FAULTY_GATEWAYS {
  const at = AGENTS.findIndex((known) => known.agent === agent);
  if (at === 0) return FAULTY_GATEWAYS;
  return [2 * at, 2 * at + 1].flatMap((turn) => FAULTY_GATEWAYS[turn % FAULTY_GATEWAYS.length] ?? []);
}

const TASK = 'look up an order of a customer';
/** Long enough for a busy machine. */
const SOON = { timeout: 10_000 };

async function faultOf(work: Promise<unknown>): Promise<{ name: string; message: string }> {
  const error: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof Error)) throw new Error('the run did not fail');
  return { name: error.name, message: error.message };
}

describe.each(AGENTS)('an agent on $name', ({ agent, framework, tools, isBelowPrompt = false }) => {
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

  const [where, what] = isBelowPrompt ? ['user', TASK] : ['system', SYSTEM];

  it(`has what was learned below its own ${where} message, once a call, and answers the same`, async () => {
    const client = new Whetstone({ url: gateway?.url, recallTimeoutMs: 5000 });
    const plain = await run(null);
    const before = provider?.prompts.length ?? 0;
    expect(await run(client)).toEqual(plain);
    const prompts = provider?.prompts.slice(before) ?? [];
    expect(prompts).toHaveLength(tools ? 2 : 1);
    for (const prompt of prompts) {
      const [message, ...more] = prompt.filter(({ role }) => role === where);
      expect(more).toEqual([]);
      expect(JSON.stringify(message?.content)).toMatch(new RegExp(`"${what}\\\\n\\\\n.*by its number`));
      expect(JSON.stringify(prompt).split('by its number')).toHaveLength(2);
    }
  });

  it('has its run recorded as one episode with its tools', async () => {
    const client = new Whetstone({
      url: gateway?.url,
      agentId: `recorded-${framework}-${tools}`,
      recallTimeoutMs: 5000,
    });
    await run(client);
    await expect.poll(() => client.delivered.waiting + client.delivered.sent, SOON).toBe(1);
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

  it('leaves recall and record to a function with learning around it: one block, one episode', async () => {
    const client = new Whetstone({ url: gateway?.url, recallTimeoutMs: 5000 });
    const before = provider?.prompts.length ?? 0;
    const ask = withLearning((task: string) => run(client, task), { client, session_id: 'inside' });
    await ask(TASK);
    for (const prompt of provider?.prompts.slice(before) ?? [])
      expect(JSON.stringify(prompt).split('by its number')).toHaveLength(2);
    expect(await client.flush()).toMatchObject({ sent: 1, waiting: 0 });
    const episode = await client.call('latestEpisode', { query: { session_id: 'inside' } });
    expect(episode).toMatchObject({
      task: TASK,
      framework: 'function',
      tool_calls: tools ? [{ name: 'get_order', result: 'shipped' }] : [],
    });
  });

  it('is what it was before where the gateway stops in the middle of its run, and keeps the record', async () => {
    const stopping = await openTestGateway('sqlite');
    const client = new Whetstone({ url: stopping.url, recallTimeoutMs: 5000, retries: 0 });
    const before = provider?.prompts.length ?? 0;
    const running = run(client);
    await expect.poll(() => provider?.prompts.length, SOON).toBeGreaterThan(before);
    await stopping.close();
    expect(await running).toEqual(await run(null));
    await expect.poll(() => client.delivered.waiting, SOON).toBe(1);
    expect(await client.flush({ timeoutMs: 100 })).toMatchObject({ sent: 0, waiting: 1 });
  });

  it.each(faultyFor(agent))('is what it was before in front of $name', async ({ start: open }) => {
    const faulty = await open();
    const client = new Whetstone({ url: faulty.url, recallTimeoutMs: 100 });
    expect(await run(client)).toEqual(await run(null));
    expect(provider?.prompts.at(-1)?.[0]).toEqual({ role: 'system', content: SYSTEM });
    expect(await faultOf(run(client, 'refuse'))).toEqual(await faultOf(run(null, 'refuse')));
    await faulty.close();
  });
});
