/** Recall against a gateway and against everything else that may stand in its place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../server/testing/test-gateway.ts';
import { FAULTY_GATEWAYS, type FaultyGateway, scripted } from '../testing/faulty-gateway.ts';
import { Whetstone, type WhetstoneError } from './index.ts';

const LIMIT_MS = 150;
/** What a busy machine may add to a timer; the limit itself is printed, not asserted to the millisecond. */
const SLACK_MS = 1500;

const EMPTY = { recall_id: null, instructions: '', skills: [], skill_index: [], memories: [], profile: null };

describe('recall from a real gateway', () => {
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  });
  afterAll(() => gateway?.close());

  it('gives the instructions, the skills and the id of the recall', async () => {
    const client = new Whetstone({ url: gateway?.url, agentId: 'shop', recallTimeoutMs: 5000 });
    await client.call('authorSkill', {
      body: {
        agent_id: 'shop',
        name: 'refund-orders',
        description: 'Refund an order of a customer',
        bullets: [{ content: 'Look the order up before you refund it.' }],
      },
    });
    const recall = await client.recall('refund the order of a customer');
    expect(recall).toMatchObject({ failure: null, skills: [{ name: 'refund-orders' }] });
    expect(recall.recall_id).toMatch(/^rc_/);
    expect(recall.instructions).toContain('Look the order up');
  });
});

describe.each(FAULTY_GATEWAYS)('recall from $name', ({ start }) => {
  let faulty: FaultyGateway | undefined;
  beforeAll(async () => {
    faulty = await start();
  });
  afterAll(() => faulty?.close());

  it('resolves to an empty recall within the limit and tells onError', async () => {
    const told: WhetstoneError[] = [];
    const client = new Whetstone({
      url: faulty?.url,
      recallTimeoutMs: LIMIT_MS,
      onError: (error) => told.push(error),
    });
    const started = performance.now();
    const recall = await client.recall('anything');
    const took = performance.now() - started;
    expect(recall).toMatchObject(EMPTY);
    expect(told).toEqual([recall.failure]);
    expect(took).toBeLessThan(LIMIT_MS + SLACK_MS);
  });
});

describe('recall', () => {
  const hanging = () => new Promise<Response>(() => undefined);
  const throwing = () => {
    throw new Error('no fetch here');
  };

  it.each([
    { url: '' },
    { url: 'not an address' },
    { url: 'ftp://host/' },
    { url: 'http://127.0.0.1:1', fetch: throwing },
    { url: 'http://127.0.0.1:1', fetch: hanging, recallTimeoutMs: 20 },
  ])(
    'resolves to an empty recall without an address, with a bad one, and with a fetch that throws or hangs: %j',
    async (options) => {
      expect(await new Whetstone(options).recall('x')).toMatchObject(EMPTY);
    },
  );

  it.each([Object.create(null), Symbol('nothing'), undefined])(
    'is empty where what was thrown cannot even be written as text: %j',
    async (thrown) => {
      const client = new Whetstone({ url: 'http://127.0.0.1:1', fetch: () => Promise.reject(thrown) });
      expect(await client.recall('x')).toMatchObject(EMPTY);
    },
  );

  it('calls a fetch as a function, since that of a browser refuses to be anybody else’s method', async () => {
    const callers: unknown[] = [];
    function strict(this: unknown): Promise<Response> {
      callers.push(this);
      return Promise.resolve(Response.json(null));
    }
    await new Whetstone({ url: 'http://127.0.0.1:1', fetch: strict }).recall('x');
    expect(callers).toEqual([undefined]);
  });

  it('survives an onError hook that throws, and one that rejects', async () => {
    for (const onError of [
      () => {
        throw new Error('the hook');
      },
      () => Promise.reject(new Error('the hook')),
    ]) {
      const client = new Whetstone({ url: 'http://127.0.0.1:1', onError });
      expect(await client.recall('x')).toMatchObject(EMPTY);
    }
  });

  it('ends at once when the caller aborts', async () => {
    const silent = await scripted([() => undefined]);
    const client = new Whetstone({ url: silent.url, recallTimeoutMs: 60_000 });
    const stop = new AbortController();
    const recall = client.recall('x', { signal: stop.signal });
    stop.abort();
    expect(await recall).toMatchObject({ failure: { kind: 'aborted' } });
    await silent.close();
  });

  it('does not ask a gateway that wants to be left alone, for as long as it wants', async () => {
    const limiting = await scripted([
      (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end('{"detail":"limit"}'),
    ]);
    const client = new Whetstone({ url: limiting.url, recallTimeoutMs: 5000 });
    expect(await client.recall('x')).toMatchObject({ failure: { kind: 'status', status: 429 } });
    expect(await client.recall('x')).toMatchObject({ ...EMPTY, failure: { kind: 'paused' } });
    expect(limiting.requests()).toBe(1);
    await limiting.close();
  });

  it('pays for an outage a few times and not at every recall', async () => {
    const silent = await scripted([() => undefined]);
    const client = new Whetstone({ url: silent.url, recallTimeoutMs: 10 });
    for (let round = 0; round < 20; round += 1) await client.recall('x');
    expect(silent.requests()).toBeLessThanOrEqual(5);
    await silent.close();
  });
});
