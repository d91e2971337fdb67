/** The dashboard's API: who may call it, from where, how often, and what an error looks like. */
import { encode } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { MAX_BATCH as PAGES_BATCH } from '../../../components/api/trpc.ts';
import { createKey, hashKey } from '../../admin/keys/index.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { bootstrapMark, type Session, sessionCookieName } from '../auth/session.ts';
import { sessionSecret } from '../auth/session-secret.ts';
import { answerTrpc, MAX_BATCH, requireSameOrigin } from './handler.ts';

const OPERATOR_KEY = 'operator-key-0123456789';
const HOUR_MS = 3_600_000;

interface Sent {
  input?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  result?: { data: Record<string, unknown> };
  error?: { message: string; data: { kind: string; requestId: string; problems: unknown } };
}

const OWN_PAGE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

async function ask(runtime: TestRuntime, path: string, { input, body, headers = {} }: Sent = {}) {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const request = new Request(`http://127.0.0.1:8080/api/trpc/${path}${query}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await answerTrpc(runtime, request);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

async function cookieOf(runtime: TestRuntime, session: Session): Promise<Record<string, string>> {
  const secret = (await sessionSecret(runtime)) ?? '';
  return { cookie: `other=1; ${sessionCookieName(runtime)}=${await encode({ token: { session }, secret })}` };
}

let sessions = 0;
function mark(tenant: string, until: number) {
  sessions += 1;
  return { id: `ses_${sessions}`, tenant, until };
}

const inHours = (runtime: TestRuntime, hours: number) => runtime.clock().getTime() + hours * HOUR_MS;

describeOnOne(
  'the dashboard’s API',
  (runtime) => {
    const keySession = async () => {
      const who = freshPrincipal();
      const { key, id } = await createKey(runtime(), who, { name: 'me', scopes: ['review'] });
      const until = inHours(runtime(), 12);
      return {
        who,
        id,
        headers: await cookieOf(runtime(), { kind: 'key', hash: hashKey(key), ...mark(who.tenant, until) }),
      };
    };

    it('knows who a session belongs to, by its key', async () => {
      const { who, id, headers } = await keySession();
      const { status, result } = await ask(runtime(), 'session.me', { headers });
      expect(status).toBe(200);
      expect(result?.data).toMatchObject({ tenant: who.tenant, actor: `key:${id}`, scopes: ['review'] });
    });

    it('ends the operator’s sessions when the key is another one', async () => {
      const session = { kind: 'bootstrap', ...mark('acme', inHours(runtime(), 12)) } as const;
      const good = await cookieOf(runtime(), { ...session, mark: bootstrapMark(OPERATOR_KEY) });
      const { result } = await ask(runtime(), 'session.me', { headers: good });
      expect(result?.data).toMatchObject({ tenant: 'acme', actor: 'bootstrap-admin' });
      const old = await cookieOf(runtime(), { ...session, mark: bootstrapMark('an-earlier-key-0123456789') });
      expect((await ask(runtime(), 'session.me', { headers: old })).status).toBe(401);
    });

    it('ends the sessions of a provider that is no longer configured', async () => {
      const session = { kind: 'oidc', issuer: 'https://gone.example', subject: 'u' } as const;
      const headers = await cookieOf(runtime(), {
        ...session,
        scopes: ['review'],
        ...mark('t', inHours(runtime(), 1)),
      });
      expect((await ask(runtime(), 'session.me', { headers })).status).toBe(401);
    });

    it('refuses a cookie that it did not seal', async () => {
      const cookie = `${sessionCookieName(runtime())}=${await encode({
        token: { session: { kind: 'bootstrap', tenant: 'acme', mark: bootstrapMark(OPERATOR_KEY) } },
        secret: 'another-secret-another-secret-another',
      })}`;
      expect((await ask(runtime(), 'session.me', { headers: { cookie } })).status).toBe(401);
      expect((await ask(runtime(), 'session.me')).status).toBe(401);
    });

    it('takes a credential in the header, and the scope it lacks is named', async () => {
      const who = freshPrincipal();
      const { key } = await createKey(runtime(), who, { name: 'agent', scopes: ['learn'] });
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'trace-7' };
      const { status, error } = await ask(runtime(), 'changesets.detail', { headers, input: { id: 'cs_1' } });
      expect([status, error?.message]).toEqual([403, "missing scope 'review'"]);
      expect(error?.data).toMatchObject({ kind: 'forbidden', requestId: 'trace-7' });
    });

    it('refuses a mutation that another site caused, and one that a form could send', async () => {
      const { headers } = await keySession();
      const revoke = (more: Record<string, string>) =>
        ask(runtime(), 'changesets.decide', {
          body: { id: 'cs_1', approve: false },
          headers: { ...headers, ...more },
        });
      expect((await revoke({ ...OWN_PAGE, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await revoke({ ...OWN_PAGE, 'sec-fetch-site': 'same-site' })).status).toBe(403);
      expect((await revoke({ 'content-type': 'application/json' })).status).toBe(403);
      expect((await revoke({ ...OWN_PAGE, 'content-type': 'text/plain' })).status).toBe(415);
      expect((await revoke(OWN_PAGE)).status).toBe(404);
    });

    it('counts every call of a batch against the principal’s limit', async () => {
      const { headers } = await keySession();
      const batch = Array.from({ length: 10 }, () => 'session.me').join(',');
      const statuses: number[] = [];
      for (let sent = 0; sent < 7; sent += 1) {
        statuses.push((await ask(runtime(), `${batch}?batch=1`, { headers })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
      runtime().advance(60_000);
    });

    it('takes as many calls in one request as the pages’ own client sends, and no more', async () => {
      const { headers } = await keySession();
      const calls = (count: number) => Array.from({ length: count }, () => 'session.me').join(',');
      expect(PAGES_BATCH).toBe(MAX_BATCH);
      expect((await ask(runtime(), `${calls(MAX_BATCH)}?batch=1`, { headers })).status).toBe(200);
      const refused = await ask(runtime(), `${calls(MAX_BATCH + 1)}?batch=1`, { headers });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused)).toContain('Batch call exceeds maximum size');
      runtime().advance(60_000);
    });

    it('refuses a body of more keys than REST takes, before it is parsed', async () => {
      const { headers } = await keySession();
      const input = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1]));
      const sent = { body: { ops: [], input }, headers: { ...headers, ...OWN_PAGE } };
      expect((await ask(runtime(), 'changesets.check', sent)).status).toBe(422);
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY, SERVICE_RATE_LIMIT_PER_MINUTE: '60' },
);

describe('a mutation', () => {
  const from = (headers: Record<string, string>) => () =>
    requireSameOrigin({
      header: (name) =>
        ({ 'content-type': 'application/json', host: 'gw.internal:8080', ...headers })[name] ?? null,
      publicUrl: 'https://gw.example/',
    });

  it('may come from the address browsers use, or from the host that was asked', () => {
    expect(from({ origin: 'https://gw.example' })).not.toThrow();
    expect(from({ origin: 'http://gw.internal:8080' })).not.toThrow();
  });

  it('may not come from elsewhere, or from nowhere', () => {
    expect(from({ origin: 'https://evil.example' })).toThrow('cross-site');
    expect(from({ origin: 'null' })).toThrow('cross-site');
    expect(from({ origin: 'https://gw.example', 'sec-fetch-site': 'cross-site' })).toThrow('cross-site');
    expect(from({})).toThrow('cross-site');
  });

  it('may come from anywhere with a credential of its own', () => {
    expect(from({ authorization: 'Bearer x', origin: 'https://evil.example' })).not.toThrow();
  });
});
