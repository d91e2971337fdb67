/** What every transport and the log say while PostgreSQL is gone or takes no writes, and that it passes. */

import { encode } from 'next-auth/jwt';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hashKey } from '../../admin/keys/index.ts';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { startPostgres, type TestPostgres } from '../../testing/database/postgres.ts';
import { eventually } from '../../testing/eventually.ts';
import { startWorker } from '../../testing/jobs/jobs.ts';
import {
  type Answer,
  OPERATOR,
  OUTAGE_SETTINGS,
  rest,
  SESSION_SECRET,
  stacks,
  toAnswer,
  told,
  unknownKey,
  WRITES,
} from '../../testing/outage.ts';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { sessionCookieName } from '../auth/session.ts';
import { answerAuditExport } from '../trpc/audit-export.ts';
import { answerTrpc } from '../trpc/handler.ts';

async function trpc(
  { runtime }: TestGateway,
  path: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const request = new Request(`http://127.0.0.1:8080/api/trpc/${path}`, { headers });
  const response = await answerTrpc(runtime, request);
  const { error } = (await response.json()) as { error?: { message: string } };
  return toAnswer(response.status, response.headers, error?.message);
}

async function fetched(answered: Promise<Response>): Promise<Answer> {
  const response = await answered;
  const text = response.status === 200 ? '' : await response.text();
  await response.body?.cancel().catch(() => undefined);
  return toAnswer(
    response.status,
    response.headers,
    text === '' ? null : (JSON.parse(text) as { detail: unknown }).detail,
  );
}

async function tool({ url }: TestGateway, authorization: string): Promise<unknown> {
  const headers = {
    ...{ ...OPERATOR, authorization, 'content-type': 'application/json' },
    accept: 'application/json, text/event-stream',
  };
  const params = { name: 'recall', arguments: { query: 'refund an order' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const reply = await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).json();
  return (reply as { result: unknown }).result;
}

/** A session's cookie, of a key that this process has not looked up lately. */
async function freshSession({ runtime }: TestGateway): Promise<Record<string, string>> {
  const session = {
    kind: 'key',
    id: 'se_1',
    tenant: 'acme',
    hash: hashKey(unknownKey()),
    until: runtime.clock().getTime() + 3_600_000,
  };
  return {
    cookie: `${sessionCookieName(runtime)}=${await encode({ token: { session }, secret: SESSION_SECRET })}`,
  };
}

const READS = [
  [['GET', '/v1/skills'], undefined],
  [['GET', '/v1/changesets'], undefined],
  [['GET', '/v1/admin/audit'], undefined],
  [['GET', '/v1/agents/default/export'], undefined],
  [['POST', '/v1/recall'], { query: 'refund an order' }],
] as const;

describe('PostgreSQL that is gone', { timeout: 60_000 }, () => {
  let server: TestPostgres;
  let gateway: TestGateway;
  beforeAll(async () => {
    server = await startPostgres();
    await migrate(server.url);
    gateway = await openTestGateway('postgresql', { ...OUTAGE_SETTINGS, SERVICE_DATABASE_URL: server.url });
  });
  afterAll(async () => {
    await gateway.close();
    await server.stop();
  });

  const UNAVAILABLE = { status: 503, retryAfter: '5', said: 'the database cannot be reached' };

  /** Every transport, with credentials that must be looked up and with some that need not. */
  async function everywhere(): Promise<Record<string, Answer>> {
    const answers: Record<string, Answer> = {};
    for (const [route, body] of [...READS, ...WRITES])
      answers[route.join(' ')] = await rest(gateway, route, body);
    answers['key look-up'] = await rest(gateway, ['GET', '/v1/skills'], undefined, {
      ...OPERATOR,
      authorization: `Bearer ${unknownKey()}`,
    });
    answers['trpc session'] = await trpc(gateway, 'session.me', await freshSession(gateway));
    answers['trpc read'] = await trpc(gateway, 'memories.list?input=%7B%7D', OPERATOR);
    const at = 'http://127.0.0.1:8080/api';
    answers['audit export'] = await fetched(
      answerAuditExport(gateway.runtime, new Request(`${at}/audit-export?format=csv`, { headers: OPERATOR })),
    );
    answers['readyz'] = await rest(gateway, ['GET', '/readyz']);
    return answers;
  }

  it('is 503 with Retry-After on every transport, one line in the log, and over when it is back', async () => {
    await startWorker(gateway.runtime, { reflect: () => Promise.resolve() });
    const before = await everywhere();
    expect(Object.entries(before).filter(([, { status }]) => status >= 500)).toEqual([]);
    await server.fail();

    const during = await everywhere();
    expect(during).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, UNAVAILABLE])));
    for (const authorization of [OPERATOR.authorization, `Bearer ${unknownKey()}`]) {
      expect(await tool(gateway, authorization)).toEqual({
        isError: true,
        content: [{ type: 'text', text: 'the database cannot be reached; try again in 5 s' }],
      });
    }
    expect((await gateway.call('GET', '/healthz')).status).toBe(200);
    expect(told(gateway, 'database.trouble')).toMatchObject([
      { level: 'error', trouble: 'unreachable', message: 'the database cannot be reached' },
    ]);
    expect(stacks(gateway)).toEqual([]);
    expect(told(gateway, 'queue.error')).toEqual([]);

    await server.recover();
    await eventually('it is ready', async () => (await gateway.call('GET', '/readyz')).status === 200);
    const after = await everywhere();
    expect(Object.entries(after).filter(([, { status }]) => status >= 500)).toEqual([]);
    expect(told(gateway, 'database.works_again')).toHaveLength(1);
  });

  it('answers at once when the connection breaks within a transaction', async () => {
    const { db } = gateway.runtime;
    const breaking = db.write(async (tx) => {
      await clientOf(tx).serviceState.count();
      await clientOf(db.read).$queryRaw`
        SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
      await clientOf(tx).serviceState.create({ data: { key: 'lost', value: '' } });
    });
    await expect(breaking).rejects.toMatchObject({ name: 'DatabaseUnavailable', trouble: 'unreachable' });
  });

  it('answers 503 to a list that takes too long, and stays ready', async () => {
    const url = gateway.runtime.config.database.url;
    const hasty = await openTestGateway('postgresql', {
      ...{ ...OUTAGE_SETTINGS, SERVICE_DATABASE_URL: `${url}?statement_timeout=300` },
    });
    onTestFinished(() => hasty.close());
    const slow = { ...UNAVAILABLE, said: 'the database took too long to answer' };
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE episode, memory IN ACCESS EXCLUSIVE MODE');
    expect(await rest(hasty, ['GET', '/v1/episodes'])).toEqual(slow);
    expect(await trpc(hasty, 'memories.list?input=%7B%7D', OPERATOR)).toEqual(slow);
    expect(await rest(hasty, ['GET', '/readyz'])).toMatchObject({ status: 200 });
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await rest(hasty, ['GET', '/v1/episodes'])).toMatchObject({ status: 200 });
    expect(told(hasty, 'database.trouble')).toMatchObject([
      { level: 'warn', trouble: 'slow', code: '57014' },
    ]);
    expect(stacks(hasty)).toEqual([]);
  });
});
