/** Webhooks on both queues, against receivers that do not behave. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { listAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { DAY_MS } from '../domain/time.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { ONE_DIALECT } from '../testing/database/dialects.ts';
import { eventually } from '../testing/eventually.ts';
import { openJobs, pass, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { onLoopback } from '../testing/loopback.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { MAX_ATTEMPTS } from './deliver-event.ts';
import {
  createWebhook,
  deliverEvent,
  listDeliveries,
  listWebhooks,
  notifyWebhooks,
  redeliver,
  testWebhook,
} from './index.ts';

/** Long for a busy machine; short where a receiver hangs. */
const [TIMEOUT_MS, HANGING_MS] = [5000, 300];

interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;
const good: Behaviour = (response) => response.writeHead(204).end();

/** A receiver on loopback; `behave` may be changed at any time. */
async function startReceiver(behave: Behaviour = good) {
  const received: Received[] = [];
  const state = { behave };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(pieces).toString() });
      state.behave(response, request);
    });
  });
  const { url, close } = await onLoopback(server);
  onTestFinished(close);
  return { received, state, url: `${url}/hook` };
}

const EVENTS = ['key.created'] as const;

async function tell(rt: TestRuntime, { tenant }: Principal, name = 'ci'): Promise<void> {
  await rt.db.write((tx) =>
    notifyWebhooks(rt, tx, tenant, {
      type: 'key.created',
      data: () => ({ key_id: 'key_1', name, scopes: ['learn'], created_by: 'key:key_2', url: 'http://x/' }),
    }),
  );
}

const logOf = async (rt: TestRuntime, who: Principal, webhookId: string) =>
  (await listDeliveries(rt, who, { webhookId, cursor: null, limit: 200 })).items;

async function readWebhook(rt: TestRuntime, who: Principal, id: string) {
  const webhook = (await listWebhooks(rt, who)).find((one) => one.id === id);
  if (webhook === undefined) throw new Error('no such webhook');
  return webhook;
}

/**
 * Lets time pass until something happens, from one waiting job to the next. On PostgreSQL the queue has the database's
 * time: both go on.
 */
async function inTime(
  rt: TestRuntime,
  { tenant }: Principal,
  { what, check }: { what: string; check: () => Promise<boolean> },
): Promise<void> {
  await eventually(what, async () => {
    if (await check()) return true;
    const due = (await openJobs(rt, tenant)).flatMap(({ dueInMs }) => dueInMs ?? 0).filter((ms) => ms > 0);
    if (due.length === 0) return false;
    // A job may be looked at a moment after it was put off: the clock goes on a little further.
    const stepMs = Math.ceil(Math.min(...due)) + 1000;
    if (rt.db.dialect === 'postgresql') rt.advance(stepMs);
    await pass(rt, stepMs);
    return false;
  });
}

describeOnBoth(
  'webhooks',
  (runtime, dialect) => {
    const itOnce = it.runIf(dialect === ONE_DIALECT);
    const prepare = async (behave?: Behaviour, timeoutMs = TIMEOUT_MS) => {
      const rt = runtime();
      await removeJobs(rt);
      const who = freshPrincipal();
      const receiver = await startReceiver(behave);
      const hook = await createWebhook(rt, who, { url: receiver.url, events: [...EVENTS], form: 'json' });
      await startWorker(rt, { deliver: (job, context) => deliverEvent(rt, job, context, timeoutMs) });
      return { rt, who, hook, ...receiver };
    };
    const allDelivered = async (rt: TestRuntime, who: Principal, id: string) =>
      (await logOf(rt, who, id)).every(({ status }) => status === 'delivered');
    const firstOf = async (rt: TestRuntime, who: Principal, id: string) => (await logOf(rt, who, id))[0];

    it('deliver each event once, with a signature that the receiver can verify', async () => {
      const { rt, who, hook, received } = await prepare();
      for (const name of ['one', 'two', 'three']) await tell(rt, who, name);
      await inTime(rt, who, { what: 'all are delivered', check: () => allDelivered(rt, who, hook.id) });
      expect(received.map(({ id }) => id).toSorted()).toEqual(
        (await logOf(rt, who, hook.id)).map(({ id }) => id).toSorted(),
      );
      const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: { name: string } });
      expect(bodies.map(({ data }) => data.name).toSorted()).toEqual(['one', 'three', 'two']);
      for (const { id, headers, body } of received) {
        const at = new Date(Number(headers['webhook-timestamp']) * 1000);
        expect(headers['webhook-signature']).toBe(new Verifier(hook.secret).sign(id, at, body));
      }
      expect((await readWebhook(rt, who, hook.id)).lastSuccessAt).not.toBeNull();
    });

    itOnce('tell nothing of a change that was not committed, nor of one that nobody wants', async () => {
      const { rt, who, hook } = await prepare();
      const failing = rt.db.write(async (tx) => {
        await notifyWebhooks(rt, tx, who.tenant, {
          type: 'memory.pending',
          data: () => Promise.reject(new Error('unread')),
        });
        await notifyWebhooks(rt, tx, who.tenant, {
          type: 'key.created',
          data: () => ({ key_id: 'k', name: 'n', scopes: [], created_by: 'c', url: 'u' }),
        });
        throw new Error('later error');
      });
      await expect(failing).rejects.toThrow('later error');
      expect(await logOf(rt, who, hook.id)).toEqual([]);
    });

    itOnce.each<[string, Behaviour, string, number?]>([
      ['fails', (response) => response.writeHead(500).end('no\0pe'), 'answered 500'],
      ['hangs', () => undefined, 'no answer within', HANGING_MS],
      [
        'redirects',
        (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
        'redirects are not followed',
      ],
      [
        'says 503 and closes',
        (response) => {
          response.writeHead(503, { 'content-length': '100' });
          response.write('x', () => response.destroy());
        },
        'answered 503',
      ],
    ])(
      'keep what a receiver that %s was not told, and send it again with the same id',
      async (_, behave, error, timeoutMs) => {
        const { rt, who, hook, received, state } = await prepare(behave, timeoutMs);
        await tell(rt, who);
        const failed = await eventually('an attempt failed', async () => {
          const delivery = await firstOf(rt, who, hook.id);
          return delivery !== undefined && delivery.attempts > 0 ? delivery : undefined;
        });
        expect(failed).toMatchObject({ status: 'pending', attempts: 1 });
        expect(failed.error).toContain(error);
        expect(await readWebhook(rt, who, hook.id)).toMatchObject({ failingSince: expect.any(String) });
        state.behave = good;
        await inTime(rt, who, { what: 'it is delivered', check: () => allDelivered(rt, who, hook.id) });
        expect(new Set(received.map(({ id }) => id))).toEqual(new Set([failed.id]));
        expect(await readWebhook(rt, who, hook.id)).toMatchObject({ failingSince: null, lastError: null });
      },
    );

    itOnce('read no more than 2 kB of an endless answer, and take its status', async () => {
      const { rt, who, hook } = await prepare((response) => {
        response.writeHead(200);
        const more = () => {
          if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more));
        };
        more();
      });
      await tell(rt, who);
      await eventually(
        'it is delivered',
        async () => (await firstOf(rt, who, hook.id))?.status === 'delivered',
      );
      expect((await firstOf(rt, who, hook.id))?.response).toBe('x'.repeat(2048));
    });

    it('give an event up after eight attempts, and send it again by hand', async () => {
      const { rt, who, hook, received, state } = await prepare((response) => response.writeHead(500).end());
      await tell(rt, who);
      await eventually('it fails', async () => (await firstOf(rt, who, hook.id))?.attempts === 1);
      // Seven attempts are as one, but for the day that they take.
      const { webhookDelivery } = clientOf(rt.db.read);
      await webhookDelivery.updateMany({
        where: { webhookId: hook.id },
        data: { attempts: MAX_ATTEMPTS - 1 },
      });
      await inTime(rt, who, {
        what: 'it is given up',
        check: async () => (await firstOf(rt, who, hook.id))?.status === 'undelivered',
      });
      const lost = await firstOf(rt, who, hook.id);
      expect(lost).toMatchObject({ attempts: 8, nextAttemptAt: null });
      expect(received).toHaveLength(2);
      state.behave = good;
      await redeliver(rt, who, { webhookId: hook.id, id: lost?.id ?? '' });
      await eventually(
        'it is delivered',
        async () => (await firstOf(rt, who, hook.id))?.status === 'delivered',
      );
      expect(new Set(received.map(({ id }) => id)).size).toBe(1);
      expect(received).toHaveLength(3);
    });

    it('are paused after failing for three days, audited, and go on after a test that arrives', async () => {
      const { rt, who, hook, received, state } = await prepare((response) => response.writeHead(500).end());
      await tell(rt, who, 'first');
      await eventually('it fails', async () => (await readWebhook(rt, who, hook.id)).failingSince !== null);
      rt.advance(3 * DAY_MS);
      await inTime(rt, who, {
        what: 'it is paused',
        check: async () => (await readWebhook(rt, who, hook.id)).status === 'paused',
      });
      await tell(rt, who, 'second');
      expect(await logOf(rt, who, hook.id)).toMatchObject([{ status: 'undelivered' }]);
      const [entry] = await listAudit(rt, who, 1);
      expect(entry).toMatchObject({ action: 'webhook.paused', actor: 'system:webhooks' });
      state.behave = good;
      await testWebhook(rt, who, hook.id);
      await eventually('it is on', async () => (await readWebhook(rt, who, hook.id)).status === 'on');
      await tell(rt, who, 'third');
      await eventually('the third arrives', () =>
        received.some(({ body }) => body.includes('third')) ? true : undefined,
      );
      expect(received.some(({ body }) => body.includes('second'))).toBe(false);
    });

    itOnce('are paused at once by a receiver that says that it is gone', async () => {
      const { rt, who, hook } = await prepare((response) => response.writeHead(410).end());
      await tell(rt, who);
      await eventually('it is paused', async () => (await readWebhook(rt, who, hook.id)).status === 'paused');
      expect(await logOf(rt, who, hook.id)).toMatchObject([{ status: 'undelivered', attempts: 1 }]);
    });

    itOnce('of one tenant that hang do not hold up those of another', async () => {
      const { rt, who, url, received } = await prepare(() => undefined, HANGING_MS);
      for (let more = 0; more < 5; more += 1) {
        await createWebhook(rt, who, { url, events: [...EVENTS], form: 'json' });
      }
      for (let more = 0; more < 4; more += 1) await tell(rt, who);
      const other = freshPrincipal();
      const receiver = await startReceiver();
      await createWebhook(rt, other, { url: receiver.url, events: [...EVENTS], form: 'json' });
      await tell(rt, other);
      await inTime(rt, other, {
        what: 'the other one is told',
        check: () => Promise.resolve(receiver.received.length > 0),
      });
      expect(received.length).toBeLessThan(24);
    });

    itOnce('keep their secrets encrypted, and out of the log and the audit', async () => {
      const { rt, who, hook } = await prepare();
      const rows = await clientOf(rt.db.read).webhook.findMany({ where: { tenant: who.tenant } });
      const audit = await listAudit(rt, who, 50);
      const kept = JSON.stringify([rows, audit, rt.lines]);
      expect(kept).not.toContain('whsec_');
      expect(kept).not.toContain(hook.secret.slice('whsec_'.length));
      expect(JSON.stringify(audit)).not.toContain('/hook');
    });
  },
  { SERVICE_WEBHOOK_ALLOWED_HOSTS: '["127.0.0.1"]', SERVICE_JOB_LEASE_SECONDS: '86400' },
);
