/** Agents on the Claude Agent SDK, by a stand-in for it. */
import { whetstoneQuery } from '../../src/adapters/claude-agent-sdk.ts';
import { type Message, type Options, query } from '../frameworks/claude-agent-sdk.ts';
import { type Agent, SYSTEM } from './ai-sdk.ts';
import type { EndingAgent } from './endings.ts';

async function allOf(messages: AsyncIterable<Message>): Promise<Message[]> {
  const all: Message[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

/** With the client it learns, without one it is what it was before. */
export const claudeAgent: Agent = async (baseURL, task, client) => {
  const options: Options = {
    model: 'm',
    systemPrompt: SYSTEM,
    standIn: { baseURL, maxRetries: 0, tools: [{ name: 'get_order', run: async () => 'shipped' }] },
  };
  const ask = client === null ? query : whetstoneQuery(query, { client });
  return await allOf(ask({ prompt: task, options }));
};

export const CLAUDE_AGENT: EndingAgent = {
  name: 'Claude Agent SDK',
  isStreamed: false,
  hasTools: true,
  async run({ baseURL, client, task, maxRetries, steps, isToolless, signal, order }) {
    const abortController = new AbortController();
    signal?.addEventListener('abort', () => abortController.abort(signal.reason), { once: true });
    const tool = { name: 'get_order', run: async () => (order === undefined ? 'shipped' : order()) };
    const options: Options = {
      ...{ model: 'm', systemPrompt: SYSTEM, maxTurns: steps, abortController },
      standIn: { baseURL, maxRetries, tools: isToolless === true ? [] : [tool] },
    };
    await allOf(whetstoneQuery(query, { client })({ prompt: task, options }));
  },
};
