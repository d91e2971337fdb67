/** Any function with learning: what it returns and throws is what it would without, gateway or none. */
import { createOpenAI } from '@ai-sdk/openai';
import { stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestGateway, type TestGateway } from '../../server/testing/test-gateway.ts';
import { FAULTY_GATEWAYS } from '../testing/faulty-gateway.ts';
import { recordingClient } from '../testing/recording-client.ts';
import { FINAL_ANSWER, startProvider } from '../testing/stand-in-provider.ts';
import { whetstoneMiddleware } from './adapters/ai-sdk.ts';
import { Whetstone, type WhetstoneError, withLearning } from './index.ts';

const PATIENT = { agentId: 'cook', recallTimeoutMs: 5000 };

async function gatewayWithSkill(): Promise<TestGateway> {
  const gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  await new Whetstone({ url: gateway.url }).call('authorSkill', {
    body: {
      agent_id: 'cook',
      name: 'bake-bread',
      description: 'Bake a loaf of bread',
      bullets: [{ content: 'Let the dough of the bread rest for an hour.' }],
    },
  });
  return gateway;
}

describe('a function with learning', () => {
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    gateway = await gatewayWithSkill();
  });
  afterAll(() => gateway?.close());

  const latest = (client: Whetstone, session_id: string) =>
    client.call('latestEpisode', { query: { session_id, agent_id: 'cook' } });

  it('gets what was learned in front of its task, and its run is recorded', async () => {
    const client = new Whetstone({ url: gateway?.url, ...PATIENT });
    const seen: string[] = [];
    const agent = withLearning(
      (prompt: string) => {
        seen.push(prompt);
        return 'a loaf';
      },
      { client, session_id: 's-text' },
    );
    expect(await agent('bake a loaf of bread')).toBe('a loaf');
    expect(seen[0]).toMatch(/Let the dough of the bread rest[\s\S]*\n\nbake a loaf of bread$/);
    await client.flush();
    expect(await latest(client, 's-text')).toMatchObject({
      task: 'bake a loaf of bread',
      outcome: 'unknown',
      recall_id: expect.stringMatching(/^rc_/),
      messages: [
        { role: 'user', content: 'bake a loaf of bread' },
        { role: 'assistant', content: 'a loaf' },
      ],
    });
  });

  it('is recorded as a failure where it throws, and throws the very same error', async () => {
    const client = new Whetstone({ url: gateway?.url, ...PATIENT });
    const error = new RangeError('the oven is cold');
    const agent = withLearning(() => Promise.reject(error), {
      client,
      session_id: 's-throws',
      task: () => 'bake',
    });
    await expect(agent()).rejects.toBe(error);
    await client.flush();
    expect(await latest(client, 's-throws')).toMatchObject({
      outcome: 'failure',
      error: 'RangeError: the oven is cold',
    });
  });

  it('is recorded as its author describes it', async () => {
    const client = new Whetstone({ url: gateway?.url, ...PATIENT });
    const agent = withLearning(async (_task: string) => ({ loaves: 0 }), {
      client,
      session_id: 's-described',
      describe: (ending) => ({ verification: { passed: ending.ok && ending.result.loaves > 0 } }),
    });
    await agent('bake');
    await client.flush();
    expect(await latest(client, 's-described')).toMatchObject({ verification: { passed: false }, reward: 0 });
  });

  it('is none the worse for hooks that throw, which are reported', async () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({ url: gateway?.url, ...PATIENT, onError: (error) => told.push(error) });
    const broken = () => {
      throw new Error('hook');
    };
    expect(await withLearning(() => 7, { client, task: broken })()).toBe(7);
    expect(await withLearning(() => 7, { client, task: () => 'bake', describe: broken })()).toBe(7);
    const echo = (task: string) => task;
    const task = 'bake a loaf of bread';
    expect(await withLearning(echo, { client, apply: broken })(task)).toBe(task);
    expect(told.map(({ kind }) => kind)).toEqual(['agent-code', 'agent-code', 'agent-code']);
  });

  it('survives hooks that are asynchronous, which nobody waits for', async () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({ url: gateway?.url, ...PATIENT, onError: (error) => told.push(error) });
    // As programs write them that no types check.
    const hook: object = () => Promise.reject(new Error('hook'));
    const describe = hook as () => { task: string };
    const apply = hook as () => [string];
    const task = 'bake a loaf of bread';
    expect(await withLearning((said: string) => said, { client, apply, describe })(task)).toBe(task);
    expect(told.map(({ kind }) => kind)).toEqual(['agent-code', 'agent-code']);
  });

  it('keeps `this`, and a stream that it returns', async () => {
    const client = new Whetstone({ url: gateway?.url, ...PATIENT });
    const stream = new ReadableStream({ start: (controller) => controller.close() });
    const kitchen = {
      oven: 'hot',
      bake: withLearning(
        function bake(this: { oven: string }) {
          return this.oven;
        },
        { client },
      ),
    };
    expect(await kitchen.bake()).toBe('hot');
    expect(await withLearning(() => stream, { client })()).toBe(stream);
    expect(stream.locked).toBe(false);
  });
});

describe('arguments without a task', () => {
  it('are told of once where they hold no task; the agent runs as it is and nothing is recorded', async () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({ url: 'http://127.0.0.1:1', onError: (error) => told.push(error) });
    const agent = withLearning((order: { id: number }) => order.id, { client });
    expect([await agent({ id: 1 }), await agent({ id: 2 })]).toEqual([1, 2]);
    expect(told.map(({ kind }) => kind)).toEqual(['unknown-form']);
    expect(client.delivered).toMatchObject({ waiting: 0, dropped: 0 });
  });
});

describe('a function with learning that returns a stream', () => {
  it.each([true, false])('is one episode, with what an adapter inside sees of it: %s', async (hasAdapter) => {
    const provider = await startProvider();
    const { client, recorded } = recordingClient();
    const plain = createOpenAI({ baseURL: provider.url, apiKey: 'x' }).chat('m');
    const model = hasAdapter
      ? wrapLanguageModel({ model: plain, middleware: whetstoneMiddleware({ client }) })
      : plain;
    const tools = { get_order: tool({ inputSchema: z.object({}), execute: async () => 'shipped' }) };
    const agent = withLearning(
      (prompt: string) => streamText({ model, prompt, tools, stopWhen: stepCountIs(3) }),
      { client },
    );
    for await (const _text of (await agent('bake')).textStream);
    expect(await client.flush()).toMatchObject({ sent: 1, waiting: 0 });
    const seen = {
      messages: [{ role: 'user' }, { role: 'assistant', content: FINAL_ANSWER }],
      tool_calls: [{ name: 'get_order', result: 'shipped' }],
    };
    expect(recorded).toMatchObject([{ task: 'bake', outcome: 'unknown', ...(hasAdapter ? seen : {}) }]);
    await provider.close();
  });

  it('is recorded by itself where nobody looks into it', async () => {
    const { client } = recordingClient();
    await withLearning(() => new ReadableStream(), { client, task: () => 'bake' })();
    await expect.poll(() => client.delivered.waiting + client.delivered.sent, { timeout: 10_000 }).toBe(1);
  });
});

describe('the outcome of a function with learning', () => {
  it.each([
    ['a text', () => 'I could not do it', 'unknown'],
    ['{ok: false}', () => ({ ok: false }), 'unknown'],
    ['nothing', () => undefined, 'unknown'],
    ['an abort', () => Promise.reject(new DOMException('stop', 'AbortError')), 'unknown'],
    ['an error', () => Promise.reject(new Error('no')), 'failure'],
  ])('%s', async (_name, agent: (task: string) => unknown, outcome) => {
    const { client, recorded } = recordingClient();
    await withLearning(agent, { client })('bake').catch(() => undefined);
    await client.flush();
    expect(recorded).toMatchObject([{ task: 'bake', outcome }]);
  });
});

describe.each(FAULTY_GATEWAYS)('a function with learning from $name', ({ start }) => {
  it('returns, throws and is called exactly as without', async () => {
    const faulty = await start();
    const client = new Whetstone({ url: faulty.url, recallTimeoutMs: 100, flushIntervalMs: 0 });
    const result = { some: 'result' };
    const error = { thrown: 'as it is' };
    const given: unknown[][] = [];
    const agent = (...args: [string, number?]) => {
      given.push(args);
      return result;
    };
    const failing = () => {
      throw error;
    };
    const started = performance.now();
    expect(await withLearning(agent, { client })('task', 1)).toBe(result);
    process.stdout.write(
      `added by a recall: ${(performance.now() - started).toFixed(0)} ms of 100 allowed\n`,
    );
    await expect(withLearning(failing, { client })()).rejects.toBe(error);
    expect(given).toEqual([['task', 1]]);
    await faulty.close();
  });
});
