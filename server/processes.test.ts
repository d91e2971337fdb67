/** Several gateways on one port (SERVICE_PROCESSES), as real processes on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Launched, launch, untilReady } from '../lab/gateway/gateway-process.ts';
import { cloneDatabase, type TestDatabase } from './testing/database/test-database.ts';
import { eventually } from './testing/eventually.ts';

const KEY = 'a-bootstrap-key-of-some-length';
const HEADERS = { authorization: `Bearer ${KEY}`, 'x-tenant-id': 'acme' };
const SETTINGS = {
  ...{ SERVICE_ENV: 'staging', SERVICE_HOST: '127.0.0.1', SERVICE_BOOTSTRAP_ADMIN_KEY: KEY },
  ...{ SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' },
  ...{ SERVICE_PROCESSES: '2', SERVICE_DRAIN_SECONDS: '0' },
};
/** Each client has a connection that it keeps, and every third request of it a new one. */
const CLIENTS = 8;
/** A process takes seconds to start where the machine is busy. */
const SLOW_MS = 120_000;

interface Several extends Launched {
  url: string;
  database: TestDatabase;
}

async function startSeveral(): Promise<Several> {
  const database = await cloneDatabase('postgresql');
  const port = String(await freePort());
  const settings = { ...SETTINGS, SERVICE_PORT: port, SERVICE_DATABASE_URL: database.url };
  const launched = launch('server/main.ts', settings);
  const gateways = { ...launched, url: `http://127.0.0.1:${port}`, database };
  await untilReady(gateways.url, launched);
  await eventually('both take requests', () => started(gateways).length === 2, SLOW_MS);
  return gateways;
}

/** The lines that all processes have logged with an event. */
function logged({ output }: Launched, event: string): { pid?: number }[] {
  const lines = output().split('\n').slice(0, -1);
  const entries = lines.map((line) => JSON.parse(line) as { event: string; pid?: number });
  return entries.filter((entry) => entry.event === event);
}

/** The ids of the processes that have taken requests, the oldest first. */
const started = (gateways: Launched) => logged(gateways, 'process.started').map(({ pid }) => pid ?? 0);

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function send({ url }: Several, path: string, body?: object): Promise<string> {
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, { ...request, headers: { ...HEADERS, connection: 'close' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return await response.text();
}

async function record({ url }: Several, task: string, isKept = false): Promise<string> {
  const headers = { ...HEADERS, connection: isKept ? 'keep-alive' : 'close' };
  const body = JSON.stringify({ task, outcome: 'success' });
  const response = await fetch(`${url}/v1/episodes`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`recording answered ${response.status}`);
  return ((await response.json()) as { episode_id: string }).episode_id;
}

/** Records from several clients until `end` is called, which gives the ids that were acknowledged, and rejects where one was not. */
function recordUntilTold(gateways: Several): () => Promise<string[]> {
  let isOver = false;
  const ids: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, name) => {
    for (let sent = 0; !isOver; sent += 1)
      ids.push(await record(gateways, `task ${name}-${sent}`, sent % 3 > 0));
  });
  return async () => {
    isOver = true;
    await Promise.all(clients);
    return ids;
  };
}

async function stored(gateways: Several): Promise<Set<string>> {
  const text = await send(gateways, '/v1/agents/default/export?limit=100000');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Set(lines.map((line) => (JSON.parse(line) as { episode_id: string }).episode_id));
}

/** The value of a metric without labels, or the sum over its labels. */
async function metric(gateways: Several, name: string): Promise<number> {
  const lines = (await send(gateways, '/metrics')).split('\n');
  const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('two processes on one port', () => {
  let gateways: Several;
  beforeAll(async () => {
    gateways = await startSeveral();
  }, SLOW_MS);
  afterAll(async () => {
    gateways.child.kill('SIGTERM');
    await gateways.ended;
    await gateways.database.remove();
  });

  it('starts a process again that is killed, while the other answers, and counts what both did', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [oldest = 0] = started(gateways).filter(isAlive);
      for (let sent = 0; sent < 10; sent += 1) await record(gateways, `task ${round}-${sent}`);
      expect(await metric(gateways, 'service_episodes_total')).toBe(10 * (round + 1));
      process.kill(oldest, 'SIGKILL');
      await eventually('it is gone', () => logged(gateways, 'process.ended').length === round + 1, SLOW_MS);
      expect(await metric(gateways, 'service_episodes_total')).toBe(10 * (round + 1));
      await eventually('another one takes requests', () => started(gateways).length === round + 3, SLOW_MS);
    }
    expect(await metric(gateways, 'service_ready')).toBe(1);
    expect((await stored(gateways)).size).toBe(20);
  });

  it('replaces its processes under load without a refused request or a lost episode', async () => {
    const before = started(gateways);
    const recorded = await metric(gateways, 'service_episodes_total');
    const end = recordUntilTold(gateways);
    gateways.child.kill('SIGHUP');
    await eventually('all are replaced', () => logged(gateways, 'processes.replaced').length === 1, SLOW_MS);
    const acknowledged = await end();
    expect(before.filter(isAlive)).toEqual([]);
    expect(started(gateways).filter(isAlive)).toHaveLength(2);
    expect(acknowledged.length).toBeGreaterThan(100);
    const kept = await stored(gateways);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(await metric(gateways, 'service_episodes_total')).toBe(recorded + acknowledged.length);
  });

  it('does not start where its first process cannot, and says why once', async () => {
    const { port } = new URL(gateways.url);
    const settings = { ...SETTINGS, SERVICE_PORT: port, SERVICE_DATABASE_URL: gateways.database.url };
    const { code, output } = await launch('server/main.ts', settings).ended;
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(`127.0.0.1:${port} is in use`)]);
  });

  it('answers what is under way on SIGTERM, and ends with all of its processes', async () => {
    const batch = Array.from({ length: 500 }, (_, index) => ({ task: `task ${index}` }));
    const pending = send(gateways, '/v1/episodes:batch', batch);
    await record(gateways, 'sent after the batch');
    gateways.child.kill('SIGTERM');
    expect(JSON.parse(await pending)).toMatchObject({ accepted: 500 });
    expect(await gateways.ended).toMatchObject({ code: 0, signal: null });
    expect(started(gateways).filter(isAlive)).toEqual([]);
  });
});
