/** Records on their way: they arrive once, wait within bounds, and never reach into the agent's run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { FAULTY_GATEWAYS, scripted } from '../../testing/faulty-gateway.ts';
import { Whetstone, type WhetstoneError } from '../index.ts';

const SOON = { timeout: 10_000 };

describe('records for a real gateway', () => {
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterAll(() => gateway?.close());

  const clientFor = (session: string) => {
    const client = new Whetstone({ url: gateway?.url, agentId: 'boxes' });
    const stored = () =>
      client.call('latestEpisode', { query: { session_id: session, agent_id: 'boxes' } }).catch(() => null);
    return { client, stored };
  };

  it('arrive at a flush, 250 in batches', async () => {
    const { client, stored } = clientFor('many');
    for (let n = 0; n < 250; n += 1) void client.record({ task: `box ${n}`, session_id: 'many' });
    expect(await client.flush()).toEqual({ sent: 250, dropped: 0, waiting: 0, waitingBytes: 0 });
    expect(await stored()).toMatchObject({ task: 'box 249' });
  });

  it('arrive but for the one that the gateway refuses, which is reported', async () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({ url: gateway?.url, onError: (error) => told.push(error) });
    for (let n = 0; n < 20; n += 1) {
      void client.record({ task: `task ${n}`, ...(n === 13 ? { framework: 'x'.repeat(65) } : {}) });
    }
    expect(await client.flush()).toMatchObject({ sent: 19, dropped: 1, waiting: 0 });
    expect(told).toMatchObject([{ kind: 'status', status: 422 }]);
  });

  it('are stored once though they were sent twice', async () => {
    const { client } = clientFor('twice');
    let lost = 1;
    const losing = new Whetstone({
      url: gateway?.url,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (lost-- > 0) throw new Error('the answer was lost');
        return response;
      },
    });
    void losing.record({ task: 'once', session_id: 'twice', scope: { agent_id: 'once' } });
    expect(await losing.flush()).toMatchObject({ sent: 1 });
    const insights = await client.call('exportEpisodes', { path: { agent_id: 'once' } });
    expect(insights.trim().split('\n')).toHaveLength(1);
  });

  it('wait while the gateway is away and arrive when it is back', async () => {
    let away = true;
    const client = new Whetstone({
      url: gateway?.url,
      retries: 0,
      fetch: (input, init) => (away ? Promise.reject(new Error('away')) : fetch(input, init)),
    });
    void client.record({ task: 'patience' });
    expect(await client.flush()).toMatchObject({ sent: 0, waiting: 1 });
    away = false;
    expect(await client.flush()).toMatchObject({ sent: 1, waiting: 0 });
  });
});

describe.each(FAULTY_GATEWAYS)('records for $name', ({ start }) => {
  it('wait within their bounds, without a wait or an error for the agent, and a flush ends in time', async () => {
    const faulty = await start();
    const client = new Whetstone({ url: faulty.url, maxRecords: 50, flushIntervalMs: 0 });
    for (let n = 0; n < 200; n += 1) void client.record({ task: `task ${n}` });
    const started = performance.now();
    const { sent, dropped, waiting } = await client.flush({ timeoutMs: 300 });
    expect(performance.now() - started).toBeLessThan(2000);
    expect({ sent, dropped, waiting }).toEqual({ sent: 0, dropped: 150, waiting: 50 });
    await faulty.close();
  });
});

describe('records', () => {
  it('that cannot be written as JSON are dropped, counted and reported', () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({ url: 'http://127.0.0.1:1', onError: (error) => told.push(error) });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    void client.record({ metadata: circular });
    void client.record(
      Object.create(null, {
        task: {
          enumerable: true,
          get: () => {
            throw new Error('getter');
          },
        },
      }),
    );
    void client.record({ task: 'x'.repeat(4_000_001) });
    expect(client.delivered).toMatchObject({ dropped: 3, waiting: 0 });
    expect(told.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('with numbers that JSON does not know are kept', () => {
    const client = new Whetstone({ url: 'http://127.0.0.1:1' });
    void client.record({ metadata: { count: 1n, ratio: Number.NaN } });
    expect(client.delivered).toMatchObject({ dropped: 0, waiting: 1 });
  });

  it('are what they were when they were recorded, whatever the agent does with them later', async () => {
    const bodies: string[] = [];
    const client = new Whetstone({
      url: 'http://127.0.0.1:1',
      fetch: (_input, init) => {
        bodies.push(new TextDecoder().decode(init?.body as Uint8Array));
        return Promise.resolve(Response.json({ episodes: [{}] }));
      },
    });
    const episode = { task: 'first' };
    void client.record(episode);
    episode.task = 'changed';
    await client.flush();
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([[{ task: 'first' }]]);
  });

  it('are sent again no earlier than the gateway asks', async () => {
    const at: number[] = [];
    const limiting = await scripted([
      (_request, response) => {
        at.push(performance.now());
        response.writeHead(429, { 'retry-after': '1' }).end('{"detail":"limit"}');
      },
      (_request, response) => {
        at.push(performance.now());
        response.setHeader('content-type', 'application/json').end('{"episodes":[{}]}');
      },
    ]);
    const client = new Whetstone({ url: limiting.url });
    void client.record({ task: 'x' });
    expect(await client.flush()).toMatchObject({ sent: 1 });
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(990);
    await limiting.close();
  });

  it('are not sent again and again where the gateway asks for more time than a timer can count', async () => {
    const limiting = await scripted([
      (_request, response) => response.writeHead(429, { 'retry-after': '9999999999' }).end('{}'),
    ]);
    const client = new Whetstone({ url: limiting.url, flushIntervalMs: 0 });
    void client.record({ task: 'x' });
    await expect.poll(() => limiting.requests(), SOON).toBe(1);
    expect(await client.flush({ timeoutMs: 300 })).toMatchObject({ waiting: 1 });
    // The first round and that of the flush; a timer that fired at once would have added hundreds.
    expect(limiting.requests()).toBeLessThanOrEqual(2);
    await limiting.close();
  });
});
