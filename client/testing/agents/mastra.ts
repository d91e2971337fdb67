/** Agents on Mastra, by a stand-in for it. */
import { createOpenAI } from '@ai-sdk/openai';
import { whetstoneProcessor } from '../../src/adapters/mastra.ts';
import { Agent as MastraAgent } from '../frameworks/mastra.ts';
import { type Agent, SYSTEM } from './ai-sdk.ts';
import type { EndingAgent, Setup } from './endings.ts';

type Mode = 'generate' | 'stream';

const modelOf = (baseURL: string) => createOpenAI({ baseURL, apiKey: 'x' }).chat('m');

/** With the client it learns, without one it is what it was before. */
const mastraAgent =
  (mode: Mode): Agent =>
  async (baseURL, task, client) => {
    const agent = new MastraAgent({
      instructions: SYSTEM,
      model: modelOf(baseURL),
      tools: { get_order: async () => 'shipped' },
      inputProcessors: client === null ? [] : [whetstoneProcessor({ client })],
    });
    return await agent[mode](task);
  };

export const mastra = mastraAgent('generate');
export const streamedMastra = mastraAgent('stream');

async function run(mode: Mode, setup: Setup): Promise<void> {
  const { baseURL, client, task, maxRetries, steps, isForced, isHalfRead, isToolless, signal, order } = setup;
  const agent = new MastraAgent({
    instructions: SYSTEM,
    model: modelOf(baseURL),
    tools: isToolless === true ? {} : { get_order: async () => (order === undefined ? 'shipped' : order()) },
    inputProcessors: [whetstoneProcessor({ client })],
  });
  await agent[mode](task, {
    ...{ maxSteps: steps, maxRetries, toolChoice: isForced ? 'required' : 'auto', abortSignal: signal },
    onText: () => !isHalfRead,
  });
}

export const MASTRA_AGENTS: readonly EndingAgent[] = [
  {
    name: 'Mastra generate',
    isStreamed: false,
    hasTools: true,
    run: (setup) => run('generate', setup),
  },
  { name: 'Mastra stream', isStreamed: true, hasTools: true, run: (setup) => run('stream', setup) },
];
