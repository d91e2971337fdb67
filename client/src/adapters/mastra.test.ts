/** Runs on Mastra: whose they are, which calls are one run, and models of every make. */
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../testing/frameworks/mastra.ts';
import { recordingClient } from '../../testing/recording-client.ts';
import { type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { whetstoneProcessor } from './mastra.ts';

const { client, recalled, recorded } = recordingClient();

let provider: StandInProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => {
  recalled.length = 0;
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
});
