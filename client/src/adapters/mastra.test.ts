/** Runs on Mastra: whose they are, which calls are one run, and models of every make. */
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../testing/frameworks/mastra.ts';
import { type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { emptyRecall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import { whetstoneProcessor } from './mastra.ts';

const recorded: { recall_id: string | null; [key: string]: unknown }[] = [];
let recalls = 0;
const client = new Whetstone({
  url: 'http://127.0.0.1:1',
  fetch: async (_input, init) => {
    const body = JSON.parse(await new Response(init?.body ?? null).text());
    if (Array.isArray(body)) {
      recorded.push(...body);
      return Response.json({ episodes: body });
    }
    recalls += 1;
    return Response.json({ ...emptyRecall(null), recall_id: `rc_${recalls}` });
  },
});

let provider: StandInProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => {
  recalls = 0;
  recorded.length = 0;
});
afterAll(() => provider.close());

describe('an agent of Mastra', () => {
  it('has one recall and one episode a run, side by side with others that are word for word alike', async () => {
    const agent = new Agent({
      instructions: 'You help.',
      model: createOpenAI({ baseURL: provider.url, apiKey: 'x' }).chat('m'),
      tools: { get_order: async () => 'shipped' },
      inputProcessors: [whetstoneProcessor({ client })],
    });
    const ann = { providerOptions: { whetstone: { user: 'ann', session: 's-1' } } };
    await Promise.all([agent.generate('look', ann), agent.stream('look', ann), agent.generate('look', ann)]);
    await client.flush();
    expect(recorded.map(({ recall_id }) => recall_id).sort()).toEqual(['rc_1', 'rc_2', 'rc_3']);
    const tool_calls = [{ name: 'get_order', result: 'shipped' }];
    const whose = { scope: { user_id: 'ann' }, session_id: 's-1', framework: 'mastra', tool_calls };
    expect(recorded).toMatchObject([whose, whose, whose]);
  });
});

describe('the model of a step', () => {
  const { processInputStep } = whetstoneProcessor({ client });

  it('looks the same from outside, private fields and all', () => {
    class Model {
      readonly #provider = 'acme';
      modelId = 'm';
      get provider() {
        return this.#provider;
      }
      name() {
        return `${this.#provider}/${this.modelId}`;
      }
      doGenerate = () => Promise.reject(new Error('not asked'));
      doStream = () => Promise.reject(new Error('not asked'));
    }
    const { model } = processInputStep({ model: new Model(), state: {} });
    expect([model instanceof Model, model.provider, model.name()]).toEqual([true, 'acme', 'acme/m']);
  });

  it.each(['openai/gpt-5', { id: 'openai/m', url: 'http://127.0.0.1:1' }, null])(
    'is left alone where it is no model yet: %o',
    (model) => {
      expect(processInputStep({ model })).toEqual({ model });
    },
  );
});
