/**
 * Every way in which a run ends, in every framework: each is one episode, with no outcome that the run itself has not
 * told, so that it moves no reward.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { ENDING_AGENTS, type EndingAgent, type Setup } from '../../testing/agents/endings.ts';
import {
  FINAL_ANSWER,
  type StandInProvider,
  startProvider,
  type Trouble,
} from '../../testing/stand-in-provider.ts';
import { Whetstone } from '../index.ts';

interface Ending {
  name: string;
  troubles: Trouble[];
  setup: Partial<Setup>;
  /** Abort once the model has been asked. */
  aborts?: boolean;
  /** The agent's own function throws, other than for an abort. */
  throws?: boolean;
  fits(agent: EndingAgent): boolean;
  /** What is expected beside one episode without an outcome. */
  episode: object;
}

/** Soon enough for a test. */
const SOON = { 'retry-after-ms': '20', 'retry-after': '0' };
const outage: Trouble = { status: 503, headers: SOON };
const all = () => true;
const CALL = { name: 'get_order', arguments: '{"order":"1042"}' };
const asAnswered = {
  error: null,
  messages: [{ role: 'user' }, { role: 'assistant', content: FINAL_ANSWER }],
};

const ENDINGS: Ending[] = [
  { name: 'an answer', troubles: [], setup: {}, fits: all, episode: asAnswered },
  {
    name: 'an abort',
    troubles: ['silence', 'silence'],
    setup: {},
    aborts: true,
    fits: all,
    episode: { error: expect.stringMatching(/abort|cancel/i), messages: [{ role: 'user' }] },
  },
  {
    name: 'an abort within the answer',
    troubles: ['half'],
    setup: { isToolless: true },
    aborts: true,
    fits: ({ isStreamed }) => isStreamed,
    episode: { messages: [{ role: 'user' }] },
  },
  {
    name: 'a step limit',
    troubles: [],
    setup: { steps: 1 },
    fits: ({ hasTools }) => hasTools,
    episode: { tool_calls: [CALL] },
  },
  {
    name: 'a half-read stream',
    troubles: ['half'],
    setup: { isHalfRead: true },
    // The AI SDK goes on waiting for the rest: see ai-sdk.test.ts.
    fits: ({ isStreamed, hasTools }) => isStreamed && !hasTools,
    episode: { error: null, messages: [{ role: 'user' }, { content: expect.stringMatching(/^Order/) }] },
  },
  {
    name: 'a half-read stream whose rest has come',
    troubles: [],
    setup: { isHalfRead: true, isToolless: true },
    fits: ({ isStreamed }) => isStreamed,
    episode: { error: null, messages: [{ role: 'user' }, { content: expect.stringMatching(/^Order/) }] },
  },
  {
    name: 'an error of the provider',
    troubles: [{ status: 400 }],
    throws: true,
    setup: {},
    fits: all,
    episode: { error: expect.any(String), messages: [{ role: 'user' }] },
  },
  {
    // One retry: some frameworks wait a second before the first and twice as long before each further one.
    name: 'an outage that a retry recovers from',
    troubles: [outage],
    setup: { maxRetries: 1 },
    fits: all,
    episode: asAnswered,
  },
  {
    name: 'a forced tool call',
    troubles: [],
    setup: { isForced: true, steps: 1 },
    // LangGraph and the Claude Agent SDK force no tool.
    fits: ({ name, hasTools }) =>
      (hasTools || name === 'LangChain') && name !== 'LangGraph' && name !== 'Claude Agent SDK',
    episode: { tool_calls: [CALL] },
  },
];

const CASES = ENDING_AGENTS.flatMap((agent) =>
  ENDINGS.filter((ending) => ending.fits(agent)).map((ending) => ({ agent, ending })),
);

// At once: most of the time a test waits until an adapter takes a run for over.
describe('the end of a run', { concurrent: true }, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterAll(async () => {
    await gateway.close();
  });

  async function episodesOf(client: Whetstone, agent_id: string) {
    const lines = (await client.call('exportEpisodes', { path: { agent_id } })).trim().split('\n');
    const ids = lines.filter(Boolean).map((line): string => JSON.parse(line).episode_id);
    return await Promise.all(ids.map((id) => client.call('getEpisode', { path: { episode_id: id } })));
  }

  async function end(
    { run }: EndingAgent,
    { troubles, setup, aborts = false }: Ending,
    { client, provider }: { client: Whetstone; provider: StandInProvider },
  ) {
    const abort = new AbortController();
    provider.next(...troubles);
    const running = run({
      ...{ baseURL: provider.url, client, task: 'look up an order of a customer' },
      ...{ maxRetries: 0, steps: 5, isForced: false, isHalfRead: false },
      ...setup,
      ...(aborts ? { signal: abort.signal } : {}),
    });
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    if (aborts) {
      await vi.waitUntil(() => provider.prompts.length > 0, { timeout: 10_000 });
      abort.abort();
    }
    await ended;
  }

  it.for(CASES)(
    'by $ending.name is one episode, on $agent.name',
    async ({ agent, ending }, { onTestFinished }) => {
      const agentId = `${agent.name}-${ending.name}`.replace(/[^\w-]+/g, '-').toLowerCase();
      const client = new Whetstone({ url: gateway.url, agentId, recallTimeoutMs: 5000 });
      const provider = await startProvider();
      onTestFinished(() => provider.close());
      await end(agent, ending, { client, provider });
      // A model may still be at work where its agent has stopped reading.
      await vi.waitUntil(async () => (await client.flush()).sent > 0, { timeout: 10_000 });
      const episodes = await episodesOf(client, agentId);
      // A function that throws says itself that it failed.
      const threw = { outcome: 'failure', reward: 0 };
      const unknown = { outcome: 'unknown', reward: null };
      const own = agent.name === 'withLearning' ? {} : ending.episode;
      const isThrown = agent.name === 'withLearning' && ending.throws === true;
      expect(episodes).toMatchObject([
        { task: 'look up an order of a customer', ...(isThrown ? threw : unknown), ...own },
      ]);
    },
  );
});
