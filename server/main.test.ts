/** The process itself: how it starts, refuses to start, stops, and what survives when it is killed. */

import { createServer, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type GatewayProcess, launch, startGateway, untilPages } from '../lab/gateway/gateway-process.ts';
import { DIALECTS } from './testing/database/dialects.ts';
import { cloneDatabase } from './testing/database/test-database.ts';
import { eventually } from './testing/eventually.ts';
import { onLoopback } from './testing/loopback.ts';

const OPEN = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

/** A library that prints, though not in the threads of the process. */
const PRINTS_AT_ITS_END = `--import=data:text/javascript,import{isMainThread}from'node:worker_threads';isMainThread&&process.on('exit',()=>console.log('bye'))`;

async function record({ url }: GatewayProcess, task: string, outcome = 'success'): Promise<string> {
  const response = await fetch(`${url}/v1/episodes`, {
    method: 'POST',
    body: JSON.stringify({ task, outcome }),
  });
  const reply = (await response.json()) as { episode_id: string };
  if (!response.ok) throw new Error(`recording answered ${response.status}`);
  return reply.episode_id;
}

/** The status of a request that offers to go on in HTTP/2, as some clients always do. */
function offerUpgrade({ url }: GatewayProcess): Promise<number> {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/healthz`, { headers });
    sent.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.once('error', reject);
    sent.end();
  });
}

/** Records episodes from many connections until the gateway is gone; the ids that were acknowledged. */
async function recordUntilGone(gateway: GatewayProcess, enough: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  const client = async (name: number) => {
    for (let sent = 0; ; sent += 1) {
      try {
        acknowledged.push(await record(gateway, `task ${name}-${sent}`));
      } catch {
        return;
      }
      if (acknowledged.length === 100) enough();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, name) => client(name)));
  return acknowledged;
}

async function exported({ url }: GatewayProcess): Promise<Set<string>> {
  const text = await (await fetch(`${url}/v1/agents/default/export?limit=100000`)).text();
  const lines = text.split('\n').filter((line) => line !== '');
  return new Set(lines.map((line) => (JSON.parse(line) as { episode_id: string }).episode_id));
}

describe('the gateway process', () => {
  it.each(DIALECTS)(
    'loses no acknowledged episode when it is killed under load, and starts again clean: %s',
    async (dialect) => {
      const database = await cloneDatabase(dialect);
      const settings = { SERVICE_DATABASE_URL: database.url, ...OPEN };
      const first = await startGateway(settings);
      const { promise: enough, resolve } = Promise.withResolvers<void>();
      const recording = recordUntilGone(first, resolve);
      await enough;
      await first.end('SIGKILL');
      const acknowledged = await recording;

      const second = await startGateway(settings);
      const kept = await exported(second);
      expect(acknowledged.length).toBeGreaterThanOrEqual(100);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      await record(second, 'after the restart');
      expect(await second.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
      await database.remove();
    },
  );

  it('is not ready before it stops, while it takes requests and answers what is under way', async () => {
    const database = await cloneDatabase('sqlite');
    const settings = { SERVICE_DATABASE_URL: database.url, SERVICE_DRAIN_SECONDS: '4', ...OPEN };
    const gateway = await startGateway(settings);
    const ending = gateway.end('SIGTERM');
    const ready = async () => await fetch(`${gateway.url}/readyz`);
    await eventually('it is not ready', async () => (await ready()).status === 503);
    expect(await (await ready()).json()).toEqual({ detail: 'the gateway is stopping' });
    const batch = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ task: `task ${index}` })));
    const pending = fetch(`${gateway.url}/v1/episodes:batch`, { method: 'POST', body: batch });
    expect(await record(gateway, 'sent while it drains')).toMatch(/^ep_/);
    expect(await (await pending).json()).toMatchObject({ accepted: 500 });
    expect(await ending).toMatchObject({ code: 0, signal: null });
    await expect(ready()).rejects.toThrow();
    await database.remove();
  });
});

describe('starting', () => {
  it('prints nothing but JSON lines in prod, whatever the libraries under it print', async () => {
    const database = await cloneDatabase('sqlite');
    const key = { SERVICE_BOOTSTRAP_ADMIN_KEY: 'a-bootstrap-key-of-some-length' };
    const settings = { SERVICE_ENV: 'prod', SERVICE_HOST: '127.0.0.1', SERVICE_DATABASE_URL: database.url };
    const gateway = await startGateway({ ...settings, ...key, NODE_OPTIONS: PRINTS_AT_ITS_END });
    const { output } = await gateway.end('SIGTERM');
    const lines = output.trim().split('\n');
    const events = lines.map((line) => (JSON.parse(line) as { event: unknown }).event);
    expect(events).toEqual(expect.arrayContaining(['server.listening', 'console']));
    expect(events.every((event) => typeof event === 'string')).toBe(true);
    await database.remove();
  });

  it('answers clients that offer to upgrade the connection, and an unknown path with JSON unless a page is asked for', async () => {
    const database = await cloneDatabase('sqlite');
    const gateway = await startGateway({ SERVICE_DATABASE_URL: database.url, ...OPEN });
    await untilPages(gateway.url);
    expect(await offerUpgrade(gateway)).toBe(200);
    expect((await fetch(gateway.url)).status).toBe(200);
    expect(await offerUpgrade(gateway)).toBe(200);

    const get = async (path: string, accept: string, method = 'GET') => {
      const response = await fetch(gateway.url + path, { method, headers: { accept } });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const detail = JSON.stringify({ detail: 'not found' });
    for (const accept of ['application/json', '*/*']) {
      for (const path of ['/nothing', '/recall?x=1', '/api/nothing', '/skills/a/b']) {
        expect(await get(path, accept)).toEqual({ status: 404, type: 'application/json', text: detail });
      }
      expect(await get('/nothing', accept, 'POST')).toMatchObject({ status: 404, text: detail });
      expect(await get('/review', accept)).toMatchObject({ status: 200 });
      expect(await get('/Skills/sk_1', accept)).not.toMatchObject({ text: detail });
    }
    const page = await get('/nothing', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page).toMatchObject({ status: 404, type: expect.stringContaining('text/html') });
    await gateway.end('SIGTERM');
    await database.remove();
  });

  it('is safe for several processes at once on one empty PostgreSQL, the job queue’s tables included', async () => {
    const database = await cloneDatabase('postgresql', { empty: true });
    const settings = { SERVICE_DATABASE_URL: database.url, ...OPEN };
    const gateways = await Promise.all([1, 2].map(() => startGateway(settings)));
    // A failure calls for reflection, and its job is enqueued in the same transaction.
    const ids = await Promise.all(
      gateways.map((gateway, index) => record(gateway, `task ${index}`, 'failure')),
    );
    expect(new Set(ids).size).toBe(2);
    for (const gateway of gateways) expect((await gateway.end('SIGTERM')).code).toBe(0);
    await database.remove();
  });

  it.each([
    ['prod without credentials', {}, 'SERVICE_BOOTSTRAP_ADMIN_KEY'],
    [
      'a value that is not allowed',
      { SERVICE_ENV: 'dev', SERVICE_PORT: 'http' },
      'SERVICE_PORT: "http" is not allowed',
    ],
  ])('refuses %s with status 1 and one line', async (_, settings, expected) => {
    const { code, output } = await launch('server/main.ts', settings).ended;
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(expected);
  });

  it('says in one line what to do where its port is in use', async () => {
    const { url, close } = await onLoopback(createServer());
    const { port } = new URL(url);
    const database = await cloneDatabase('sqlite');
    const settings = { SERVICE_ENV: 'dev', SERVICE_PORT: port, SERVICE_DATABASE_URL: database.url };
    const { code, output } = await launch('server/main.ts', settings).ended;
    expect([code, output]).toEqual([
      1,
      `SERVICE_HOST, SERVICE_PORT: 127.0.0.1:${port} is in use; stop what listens there, or set SERVICE_PORT to another port\n`,
    ]);
    await close();
    await database.remove();
  });

  it('refuses a database that a newer version has migrated', async () => {
    const database = await cloneDatabase('postgresql', { migrated: '9999_future.sql' });
    const settings = { SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: database.url };
    const { code, output } = await launch('server/main.ts', settings).ended;
    expect([code, output]).toEqual([1, expect.stringContaining('9999_future.sql')]);
    await database.remove();
  });

  it('prints the configuration without its secrets, and says why the gateway would not start with it', async () => {
    const settings = { SERVICE_LLM_API_KEY: 'sk-very-secret', SERVICE_LLM_MODL: 'x' };
    const { code, output } = await launch('worker/config.ts', settings).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^SERVICE_LLM_API_KEY +\*+$/m);
    expect(output).not.toContain('very-secret');
    expect(output).toContain('SERVICE_LLM_MODL is not a variable; the nearest one is SERVICE_LLM_MODEL\n');
    expect(output).toMatch(/^SERVICE_ENV +prod$/m);
    expect(output).toContain('the gateway would not start: SERVICE_BOOTSTRAP_ADMIN_KEY');
  });
});
