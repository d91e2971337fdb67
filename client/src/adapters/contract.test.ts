/** What every adapter records of a run beside its words, on each framework, whole and streamed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { type EndingAgent, type Setup, WATCHING_AGENTS } from '../../testing/agents/endings.ts';
import { MODEL, type StandInProvider, startProvider, type Trouble } from '../../testing/stand-in-provider.ts';
import { Whetstone } from '../index.ts';

describe.each(WATCHING_AGENTS)('an agent on $name', (agent: EndingAgent) => {
  let gateway: TestGateway;
  let provider: StandInProvider;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' });
    provider = await startProvider();
  });
  afterAll(async () => {
    await provider.close();
    await gateway.close();
  });

  async function recorded(setup: Partial<Setup>, ...troubles: Trouble[]) {
    const client = new Whetstone({ url: gateway.url, recallTimeoutMs: 5000, sessionId: crypto.randomUUID() });
    provider.next(...troubles);
    const common = { baseURL: provider.url, client, task: 'look up an order of a customer' };
    const run = { ...common, maxRetries: 0, steps: 5, isForced: false, isHalfRead: false, ...setup };
    // How the run ends is not asked here.
    await agent.run(run).catch(() => undefined);
    await client.flush();
    return await client.call('latestEpisode', {
      query: { session_id: client.defaultScope.session_id ?? '', agent_id: 'default' },
    });
  }

  const calls = agent.hasTools ? 2 : 1;

  it('has the model and the tokens of all its calls recorded', async () => {
    const { metadata } = await recorded({});
    // A stream of chat completions tells its tokens only where it was asked to.
    const usage = { input_tokens: calls * 11, output_tokens: calls * 3 };
    expect(metadata).toEqual({
      model: MODEL,
      ...(agent.name === 'openai chat stream' ? {} : { usage }),
    });
  });

  it('has the model that it asked recorded where that does not answer', async () => {
    const { metadata } = await recorded({}, { status: 400 });
    expect(metadata).toEqual({ model: 'm' });
  });

  it.runIf(agent.hasTools)('has a tool that failed recorded with its error', async () => {
    const order = () => {
      throw new Error('no such order');
    };
    const { tool_calls } = await recorded({ order });
    // The OpenAI Agents SDK tells the model that there was an error, and not which.
    const error = expect.stringMatching(/no such order|An error occurred/);
    expect(tool_calls).toMatchObject([{ name: 'get_order', result: null, error }]);
  });
});
