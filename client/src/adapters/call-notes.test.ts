/** The rules of calls, in every adapter that puts them below a call's result, and in front of a gateway that says nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { AI_SDK_AGENTS } from '../../testing/agents/ai-sdk.ts';
import { langgraph, streamedLanggraph } from '../../testing/agents/langchain.ts';
import { mastra } from '../../testing/agents/mastra.ts';
import { openaiAgents, plainOpenai } from '../../testing/agents/openai.ts';
import { type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { Whetstone } from '../index.ts';
import { CallNotes } from './open-run.ts';

const TASK = 'look up an order of a customer';
const RULE = 'Say when it leaves the harbour';
const AGENTS = [
  { name: 'the plain openai client', agent: plainOpenai },
  { name: 'the OpenAI Agents SDK', agent: openaiAgents },
  { name: 'a LangGraph', agent: langgraph },
  { name: 'a LangGraph, streamed', agent: streamedLanggraph },
  { name: 'Mastra', agent: mastra },
  ...AI_SDK_AGENTS,
];

let gateway: TestGateway | undefined;
let provider: StandInProvider | undefined;
beforeAll(async () => {
  provider = await startProvider();
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  const applies_when = [{ tool: 'get_*', argument: { name: 'order', value: '1042' } }];
  const body = { name: 'orders', description: TASK, bullets: [{ content: RULE, applies_when }] };
  await new Whetstone({ url: gateway.url }).call('authorSkill', { body });
});
afterAll(async () => {
  await provider?.close();
  await gateway?.close();
});

describe.each(AGENTS)('an agent on $name', ({ agent }) => {
  it('is given the rule of a call with its result', async () => {
    const client = new Whetstone({ url: gateway?.url, recallTimeoutMs: 5000 });
    const before = provider?.prompts.length ?? 0;
    await agent(provider?.url ?? '', TASK, client);
    const prompts = provider?.prompts.slice(before).map((prompt) => JSON.stringify(prompt)) ?? [];
    expect(prompts.map((prompt) => prompt.split(RULE).length - 1)).toEqual([1, 2]);
  });
});

describe('the rules of calls', () => {
  it('keep nobody waiting whose gateway does not answer, and are asked for once', async () => {
    let asked = 0;
    const notes = new CallNotes(() => {
      asked += 1;
      return new Promise(() => {});
    });
    const call = { kind: 'call', id: 'c1', name: 'get_order', arguments: '{}' } as const;
    const known = await new Whetstone({ url: 'http://127.0.0.1:1', onError: () => {} }).recall(TASK);
    notes.add(known, [call, { ...call, id: '' }], null);
    notes.add(known, [call], null);
    await notes.settle(1);
    expect([asked, notes.texts.size]).toEqual([1, 0]);
  });
});
