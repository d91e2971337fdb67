/** One client for many users: who a recall or a record is for, and which episode it became. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../server/testing/test-gateway.ts';
import { runAgent } from '../testing/agent-process.ts';
import { AI_SDK_AGENTS } from '../testing/agents/ai-sdk.ts';
import { ENDING_AGENTS } from '../testing/agents/endings.ts';
import { scripted } from '../testing/faulty-gateway.ts';
import { type StandInProvider, startProvider } from '../testing/stand-in-provider.ts';
import { emptyRecall, Whetstone } from './index.ts';

/** A gateway that keeps what it is sent: who each recall and each record was for. */
function keeping() {
  const calls: { kind: string; agent: unknown; user: unknown; session: unknown }[] = [];
  const client = new Whetstone({
    url: 'http://127.0.0.1:1',
    agentId: 'shop',
    userId: 'nobody',
    fetch: async (_input, init) => {
      const body = JSON.parse(await new Response(init?.body ?? null).text());
      for (const { scope, session_id } of Array.isArray(body) ? body : [body]) {
        const kind = Array.isArray(body) ? 'record' : 'recall';
        calls.push({ kind, agent: scope.agent_id, user: scope.user_id, session: session_id });
      }
      const recall = { ...emptyRecall(null), recall_id: 'rc_1' };
      return Response.json(Array.isArray(body) ? { episodes: body } : recall);
    },
  });
  return { client, calls };
}

const both = (user: string | null, session: string | null) =>
  ['recall', 'record'].map((kind) => ({ kind, agent: 'shop', user, session }));

describe('who a call is for', () => {
  it('is who the client was made for, else who it is with, else who it runs with', async () => {
    const { client, calls } = keeping();
    const ask = async (of: Whetstone) => {
      await of.recall('x');
      void of.record({ task: 'x' });
      await of.flush();
    };
    await ask(client);
    await ask(client.with({ user: 'ann', session: 's1' }));
    await client.runWith({ user: 'bob', session: 's2' }, () => ask(client));
    await client.runWith({ user: 'bob', session: 's2' }, () => ask(client.with({ user: 'ann' })));
    await client.runWith({ user: 'bob' }, () => client.runWith({ session: 's3' }, () => ask(client)));
    await client.with({ user: 'ann' }).runWith({ user: 'bob' }, () => ask(client.with({ user: null })));
    expect(calls).toEqual([
      ...both('nobody', null),
      ...both('ann', 's1'),
      ...both('bob', 's2'),
      ...both('ann', 's2'),
      ...both('bob', 's3'),
      ...both(null, null),
    ]);
  });

  it('is what the call itself says, before all else', async () => {
    const { client, calls } = keeping();
    await client.runWith({ user: 'bob', session: 's2' }, async () => {
      await client.recall({ query: 'x', scope: { user_id: 'ann' }, session_id: 's1' });
      void client.record({ task: 'x', scope: { user_id: 'ann' }, session_id: 's1' });
    });
    await client.flush();
    expect(calls).toEqual(both('ann', 's1'));
  });
});

describe('who a run is for', () => {
  let provider: StandInProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.close());

  const task = 'look up an order';
  const setup = (client: Whetstone, steps: number) => ({
    ...{ baseURL: provider.url, client, task, steps, maxRetries: 0, isForced: false, isHalfRead: false },
  });

  it.each(ENDING_AGENTS.slice(0, 4))(
    'on $name is who it was begun with, wherever it ends',
    async ({ run }) => {
      const { client, calls } = keeping();
      const ended = (work: Promise<unknown>) => work.catch(() => undefined);
      // A run that reaches its limit is recorded by the flush, which is somebody else's here.
      await client.runWith({ user: 'ann', session: 's1' }, () => ended(run(setup(client, 1))));
      await client.runWith({ user: 'bob', session: 's2' }, () => client.flush());
      expect(calls).toEqual(both('ann', 's1'));
    },
  );

  it.each(AI_SDK_AGENTS)('on $name can be said in the provider options', async ({ agent }) => {
    const { client, calls } = keeping();
    const providerOptions = { whetstone: { user: 'ann', session: 's1' } };
    await client.runWith({ user: 'bob' }, () => agent(provider.url, task, client, { providerOptions }));
    await client.flush();
    expect(calls).toEqual(both('ann', 's1'));
  });
});

describe('the promise of a record', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite');
  });
  afterAll(() => gateway.close());

  it('gives the id of its episode, for feedback', async () => {
    const client = new Whetstone({ url: gateway.url, flushIntervalMs: 0 });
    const ids = await Promise.all(['a', 'b', 'c'].map((task) => client.record({ task })));
    for (const [at, id] of ids.entries()) {
      const episode = await client.call('getEpisode', { path: { episode_id: id ?? '' } });
      expect(episode.task).toBe('abc'[at]);
    }
    expect(await client.feedback({ episode_id: ids[0] ?? '', score: 0.9 })).toMatchObject({ reward: 0.9 });
  });

  it('is not needed for feedback, which names the recall of a run and waits for its record to be sent', async () => {
    const client = new Whetstone({ url: gateway.url, recallTimeoutMs: 5000, flushIntervalMs: 60_000 });
    const { recall_id } = await client.recall('x');
    void client.record({ task: 'x', recall_id });
    expect(await client.feedback({ recall_id, score: 0.75 })).toMatchObject({ reward: 0.75 });
    await expect(client.feedback({ recall_id: 'rc_none', score: 1 })).rejects.toMatchObject({ status: 404 });
  });

  it('gives null for a record that is refused, cannot be written or finds no room', async () => {
    const client = new Whetstone({ url: gateway.url, maxRecords: 1 });
    const unroomed = client.record({ task: 'first' });
    const refused = client.record({ task: 'x', framework: 'x'.repeat(65) });
    const unwritten = client.record({ task: 'x'.repeat(4_000_001) });
    await client.flush();
    expect(await Promise.all([unroomed, refused, unwritten])).toEqual([null, null, null]);
  });
});

describe('a key that the gateway refuses', () => {
  const program = (onError: string) => `const clients = [1, 2].map(() => new Whetstone({ ${onError} }));
    for (const client of clients) {
      for (let n = 0; n < 3; n += 1) await client.recall('x');
      void client.record({ task: 'x' });
      await client.flush({ timeoutMs: 200 });
    }`;
  const refusing = (status: number) =>
    scripted([(_request, response) => response.writeHead(status).end('{"detail":"no such key"}')]);

  it.each([401, 403])('is told once on the error output: %i', async (status) => {
    const gateway = await refusing(status);
    const { code, stdout, stderr } = await runAgent(program(''), `${gateway.url}/`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      `whetstone: the gateway answered ${status}: no such key. Nothing is recalled and records wait: check WHETSTONE_API_KEY.`,
    ]);
    await gateway.close();
  });

  it('is told to the hook alone where there is one, each time', async () => {
    const gateway = await refusing(401);
    const { stdout, stderr } = await runAgent(
      program('onError: ({ status }) => console.log(status)'),
      gateway.url,
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(8);
    await gateway.close();
  });
});
