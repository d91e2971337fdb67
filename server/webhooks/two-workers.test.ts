/** Webhooks with two worker processes on one PostgreSQL, and a receiver whose certificate a private authority has signed. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch } from '../../lab/gateway/gateway-process.ts';
import { eventually } from '../testing/eventually.ts';
import { onLoopback } from '../testing/loopback.ts';
import { SELF_SIGNED } from '../testing/samples/self-signed.ts';
import { freshPrincipal, openTestRuntime } from '../testing/test-runtime.ts';
import { createWebhook, listDeliveries, notifyWebhooks } from './index.ts';

const TENANTS = 2;
const EVENTS = 3;
/** On a busy machine. */
const [STARTED_MS, DELIVERED_MS] = [60_000, 60_000];

/**
 * A receiver with TLS that answers once two events of one tenant are open at the same time: a process sends one of them
 * at a time, so both processes are at work.
 */
async function startReceiver() {
  const ids: string[] = [];
  const open = new Map<string, number>();
  const bothSend = Promise.withResolvers<void>();
  const server = createServer(SELF_SIGNED, (request, response) => {
    const tenant = String(request.url);
    open.set(tenant, (open.get(tenant) ?? 0) + 1);
    if (open.get(tenant) === 2) bothSend.resolve();
    ids.push(String(request.headers['webhook-id']));
    void bothSend.promise.then(() => {
      open.set(tenant, (open.get(tenant) ?? 1) - 1);
      response.writeHead(204).end();
    });
  });
  const { port, close } = await onLoopback(server);
  onTestFinished(close);
  return { ids, url: `https://localhost:${port}` };
}

it('are sent once by two workers at once, to a receiver that NODE_EXTRA_CA_CERTS makes trusted', async () => {
  const rt = await openTestRuntime('postgresql', { SERVICE_WEBHOOK_ALLOWED_HOSTS: '["localhost"]' });
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-authority-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await rt.dispose();
  });
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, SELF_SIGNED.cert);
  const receiver = await startReceiver();
  const tenants = await Promise.all(
    Array.from({ length: TENANTS }, async () => {
      const who = freshPrincipal();
      const url = `${receiver.url}/${who.tenant}`;
      const { id } = await createWebhook(rt, who, { url, events: ['key.created'], form: 'json' });
      return { who, webhookId: id };
    }),
  );
  const workers = [1, 2].map(() =>
    launch('worker/main.ts', {
      ...{
        SERVICE_ENV: 'dev',
        SERVICE_DATABASE_URL: rt.config.database.url,
        SERVICE_WORKER_METRICS_PORT: '0',
      },
      ...{ SERVICE_WEBHOOK_ALLOWED_HOSTS: '["localhost"]', NODE_EXTRA_CA_CERTS: authority },
    }),
  );
  onTestFinished(async () => {
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
  });
  for (const { output } of workers) {
    await eventually('it has started', () => output().includes('worker.started'), STARTED_MS);
  }
  for (const { who } of tenants) {
    for (let event = 0; event < EVENTS; event += 1) {
      const data = {
        key_id: `key_${event}`,
        name: 'ci',
        scopes: [],
        created_by: 'key:key_1',
        url: 'http://x/',
      };
      await rt.db.write((tx) =>
        notifyWebhooks(rt, tx, who.tenant, { type: 'key.created', data: () => data }),
      );
    }
  }
  const logs = async () =>
    await Promise.all(
      tenants.map(async ({ who, webhookId }) => {
        const page = { webhookId, cursor: null, limit: 50 };
        return (await listDeliveries(rt, who, page)).items;
      }),
    );
  await eventually(
    'all are delivered',
    async () => (await logs()).flat().every(({ status }) => status === 'delivered'),
    DELIVERED_MS,
  );
  const told = (await logs()).flat();
  expect(told.map(({ id }) => id).toSorted()).toEqual(receiver.ids.toSorted());
  expect(receiver.ids).toHaveLength(TENANTS * EVENTS);
  expect(told.every(({ attempts }) => attempts === 1)).toBe(true);
});
