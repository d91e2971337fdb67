/**
 * The built client in a page of another origin: the gateway that lists the origin answers, any other costs
 * the page nothing.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../lab/gateway/gateway-process.ts';
import { buildClientPackage } from '../scripts/build.mjs';
import { listen } from '../server/api/socket/lifecycle.ts';
import { expect, test as it } from './support/fixtures.ts';

const DIST = fileURLToPath(new URL('../client/dist', import.meta.url));

/**
 * Serves a page and the package, as a server of files would. A real one: a browser asks for leave before a
 * page from anywhere else may call this machine.
 */
async function servePages(origin: string): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(DIST + url) : '<h1>Agent</h1>');
  });
  await listen(server, '127.0.0.1', Number(new URL(origin).port));
  return server;
}

async function pageOf(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  return page;
}

interface Options {
  url: string;
  apiKey?: string;
  recallTimeoutMs: number;
}

/** Recalls and records in the page; answers with what came of it. */
async function learn(page: Page, options: Options) {
  return await page.evaluate(async (given) => {
    const library = '/index.js';
    const { Whetstone } = (await import(library)) as typeof import('../client/src/index.ts');
    const client = new Whetstone({ ...given, agentId: 'page' });
    const started = performance.now();
    const recall = await client.recall('pack a box');
    const ms = performance.now() - started;
    client.record({ task: 'pack a box', recall_id: recall.recall_id, session_id: 'page' });
    const { sent, waiting } = await client.flush({ timeoutMs: 500 });
    const { instructions, failure } = recall;
    return { instructions, failure: failure?.kind ?? null, ms, sent, waiting };
  }, options);
}

it.describe('the client in a page of another origin', () => {
  const strangerOrigin = freePort().then((port) => `http://127.0.0.1:${port}`);
  const servers: Server[] = [];
  it.beforeAll(async ({ agentOrigin }) => {
    await buildClientPackage();
    for (const origin of [agentOrigin, await strangerOrigin]) servers.push(await servePages(origin));
  });
  it.afterAll(() => {
    for (const server of servers) server.close();
  });

  it('recalls and records with a key, and sends what waits when the page goes', async ({
    context,
    request,
    gateway,
    agentOrigin,
  }) => {
    const bullets = [{ content: 'Pack the heavy things of a box below.' }];
    const skill = { agent_id: 'page', name: 'pack-boxes', description: 'Pack a box', bullets };
    await request.post(`${gateway.url}/v1/skills`, { data: skill });
    const created = await request.post(`${gateway.url}/v1/admin/api-keys`, {
      data: { name: 'page', scopes: ['learn'] },
    });
    const { key: apiKey }: { key: string } = await created.json();
    const page = await pageOf(context, agentOrigin);
    const options = { url: gateway.url, apiKey, recallTimeoutMs: 10_000 };
    expect(await learn(page, options)).toMatchObject({ failure: null, sent: 1 });
    // One recall in twenty is in the holdout and is served nothing.
    await expect.poll(async () => (await learn(page, options)).instructions).toContain('heavy things');
    await page.evaluate(async (given) => {
      const library = '/index.js';
      const { Whetstone } = (await import(library)) as typeof import('../client/src/index.ts');
      const client = new Whetstone({ ...given, agentId: 'page', flushIntervalMs: 60_000 });
      client.record({ task: 'the last words', session_id: 'left' });
    }, options);
    await page.goto('about:blank');
    const latest = `${gateway.url}/v1/episodes/latest?session_id=left&agent_id=page`;
    await expect.poll(async () => (await request.get(latest)).status()).toBe(200);
  });

  it('goes on without a gateway, a silent one, and one that does not list its origin', async ({
    context,
    gateway,
    agentOrigin,
  }) => {
    const page = await pageOf(context, agentOrigin);
    const refused = `http://127.0.0.1:${await freePort()}`;
    const silent = 'http://silent.localhost';
    await context.route(`${silent}/**`, () => undefined);
    const stranger = await pageOf(context, await strangerOrigin);
    for (const [where, url, failure] of [
      [page, refused, 'network'],
      [page, silent, 'timeout'],
      [stranger, gateway.url, 'network'],
    ] as const) {
      const { ms, ...learned } = await learn(where, { url, recallTimeoutMs: 200 });
      expect(learned).toEqual({ instructions: '', failure, sent: 0, waiting: 1 });
      expect(ms).toBeLessThan(5000);
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
