/** The sign-in endpoints: what they accept, how often one may try, and that signing out is final. */
import { expect, it } from 'vitest';
import { createKey } from '../../admin/keys/index.ts';
import { withRequest } from '../../platform/request-context.ts';
import { createRuntime } from '../../platform/runtime.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { sessionCookieName } from '../auth/session.ts';
import { answerTrpc } from '../trpc/handler.ts';
import { answerSignIn } from './sign-in.ts';

const OPERATOR_KEY = 'operator-key-0123456789';
const BASE = 'http://127.0.0.1:8080';
const JSON_TYPE = { 'content-type': 'application/json' };
const HOUR_MS = 3_600_000;

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

async function ask(runtime: TestRuntime, path: string, { body, headers = {}, address = '' }: Sent = {}) {
  const request = new Request(`${BASE}/api/auth/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const context = { requestId: 'req_1', clientAddress: address };
  const response = await withRequest(context, () => answerSignIn(runtime, request));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const cookiesIn = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** A visitor with the token that every form carries. */
async function visitor(runtime: TestRuntime) {
  const { text, headers } = await ask(runtime, 'csrf');
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { csrfToken, cookie: cookiesIn(headers).join('; ') };
}

async function submit(runtime: TestRuntime, way: string, fields: object, more: Sent = {}) {
  const { csrfToken, cookie } = await visitor(runtime);
  return await ask(runtime, `callback/${way}`, {
    ...more,
    body: { csrfToken, json: 'true', ...fields },
    headers: { ...JSON_TYPE, cookie },
  });
}

/** The reason that a refused sign-in gives its page. */
const reasonOf = (text: string) =>
  new URL((JSON.parse(text) as { url: string }).url).searchParams.get('error');

function sessionIn(runtime: TestRuntime, headers: Headers): string {
  const found = cookiesIn(headers).find((cookie) => cookie.startsWith(sessionCookieName(runtime)));
  if (found === undefined) throw new Error('nobody was signed in');
  return found;
}

const sessionCookie = async (runtime: TestRuntime, key: string) =>
  sessionIn(runtime, (await submit(runtime, 'key', { key })).headers);

async function signOut(runtime: TestRuntime, session: string) {
  const { csrfToken, cookie } = await visitor(runtime);
  const headers = { ...JSON_TYPE, cookie: `${cookie}; ${session}` };
  return await ask(runtime, 'signout', { body: { csrfToken, json: 'true' }, headers });
}

async function whoIs(runtime: TestRuntime, session: string): Promise<number> {
  const request = new Request(`${BASE}/api/trpc/session.me`, { headers: { cookie: session } });
  return (await answerTrpc(runtime, request)).status;
}

/** Another process on the same database, with a memory of its own. */
function elsewhere(runtime: TestRuntime): TestRuntime {
  const kept = new Map<string, unknown>();
  return {
    ...runtime,
    once<T>(name: string, make: () => T): T {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as T;
    },
  };
}

describeOnOne(
  'signing in',
  (runtime) => {
    const freshKey = async () =>
      (await createKey(runtime(), freshPrincipal(), { name: 'me', scopes: ['review'] })).key;

    it('works with a key and as the operator, and says in words why not', async () => {
      expect(await whoIs(runtime(), await sessionCookie(runtime(), await freshKey()))).toBe(200);
      const operator = await submit(runtime(), 'operator', { key: OPERATOR_KEY, tenant: 'acme' });
      expect([operator.status, reasonOf(operator.text)]).toEqual([200, null]);
      const wrong = await submit(runtime(), 'key', { key: 'wrong' });
      expect([wrong.status, reasonOf(wrong.text)]).toEqual([401, 'invalid_key']);
      const nowhere = await submit(runtime(), 'operator', { key: OPERATOR_KEY, tenant: '' });
      expect([nowhere.status, reasonOf(nowhere.text)]).toEqual([401, 'invalid_tenant']);
    });

    it('writes nothing to the log that a stranger sends', async () => {
      const before = runtime().lines.length;
      const body = { level: 'error', code: 'whatever a stranger writes', message: 'x' };
      expect((await ask(runtime(), '_log', { body, headers: JSON_TYPE })).status).toBe(404);
      expect((await ask(runtime(), '_log', { body: 'code=x&level=error' })).status).toBe(404);
      expect(runtime().lines.slice(before)).toEqual([]);
    });

    it.each(['{bad', '', '[]', '{"callbackUrl":5}', '{"csrfToken":{"a":1}}', '\ud800'])(
      'never fails on a body: %s',
      async (body) => {
        for (const path of [
          'session',
          'signin/key',
          'signout',
          'callback/key',
          'callback/operator',
          'signin/oidc',
        ]) {
          const reply = await ask(runtime(), path, { body, headers: JSON_TYPE });
          expect([path, reply.status < 500]).toEqual([path, true]);
        }
      },
    );

    it.each([
      '\\\\host',
      '//host',
      '/\\host',
      'https://host/path',
      'javascript:alert(1)',
      `${BASE}.host/`,
      '\0',
    ])('goes on to no other place and fails on none: %j', async (callbackUrl) => {
      const query = `?callbackUrl=${encodeURIComponent(callbackUrl)}`;
      const cookie = `next-auth.callback-url=${encodeURIComponent(callbackUrl)}`;
      const key = await freshKey();
      const replies = [
        await ask(runtime(), `signin${query}`),
        await ask(runtime(), `session${query}`),
        await ask(runtime(), 'csrf', { headers: { cookie } }),
        await submit(runtime(), 'key', { key, callbackUrl }),
        await submit(runtime(), 'key', { key: 'wrong', callbackUrl }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([302, 200, 200, 200, 401]);
      for (const { headers, text } of replies) {
        const places = [headers.get('location'), ...headers.getSetCookie().map(decodeURIComponent), text];
        expect(places.join('\n')).not.toMatch(/[/\\.]host|javascript/);
      }
    });

    it('goes on to a page of the dashboard', async () => {
      const { text } = await submit(runtime(), 'key', { key: await freshKey(), callbackUrl: '/skills?a=1' });
      expect(JSON.parse(text)).toEqual({ url: `${BASE}/skills?a=1` });
    });

    it('answers 429 after twenty failures of an address in a minute, whichever way, and lets the right key pass', async () => {
      const address = freshAddress();
      const metric = async () =>
        (await runtime().metrics.authFailures.get()).values.reduce((sum, { value }) => sum + value, 0);
      const before = await metric();
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect((await submit(runtime(), 'key', { key: 'wrong' }, { address })).status).toBe(401);
        const operator = await submit(runtime(), 'operator', { key: 'wrong', tenant: 'acme' }, { address });
        expect(operator.status).toBe(401);
      }
      const right = { key: OPERATOR_KEY, tenant: 'acme' };
      const refused = await submit(runtime(), 'operator', { ...right, key: 'wrong' }, { address });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      expect(reasonOf(refused.text)).toBe('too_many_attempts');
      expect(cookiesIn(refused.headers)).toEqual([]);
      expect(await metric()).toBe(before + 21);
      const lines = runtime().lines.filter((line) => line['address'] === address);
      expect(lines.map(({ kind }) => kind)).toEqual(
        Array.from({ length: 10 }, () => ['sign_in_key', 'sign_in_operator']).flat(),
      );
      expect((await submit(runtime(), 'operator', right, { address })).status).toBe(200);
      expect((await submit(runtime(), 'key', { key: await freshKey() }, { address })).status).toBe(200);
    });

    it('counts guesses as requests of their address, right or wrong', async () => {
      const config = { ...runtime().config, limits: { ...runtime().config.limits, perMinutePerIp: 3 } };
      const limited = { ...runtime(), ...createRuntime({ ...runtime(), config }) };
      const address = freshAddress();
      const statuses: number[] = [];
      for (const key of ['wrong', OPERATOR_KEY, 'wrong', OPERATOR_KEY])
        statuses.push((await submit(limited, 'operator', { key, tenant: 'acme' }, { address })).status);
      expect(statuses).toEqual([401, 200, 401, 429]);
    });

    it('tells nothing of an internal error', async () => {
      const lost = () => {
        throw new Error('secret of the database');
      };
      const broken = elsewhere(runtime());
      const { csrfToken, cookie } = await visitor(broken);
      const key = await freshKey();
      const db = { ...broken.db, read: new Proxy(broken.db.read, { get: lost }) };
      const reply = await ask({ ...broken, db } as TestRuntime, 'callback/key', {
        body: { csrfToken, json: 'true', key },
        headers: { ...JSON_TYPE, cookie },
      });
      expect([reply.status, JSON.parse(reply.text)]).toEqual([500, { detail: 'internal error' }]);
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY },
);

describeOnOne(
  'signing out',
  (runtime) => {
    const freshSession = async () => {
      const { key } = await createKey(runtime(), freshPrincipal(), { name: 'me', scopes: ['review'] });
      return { key, session: await sessionCookie(runtime(), key) };
    };

    it('ends the session wherever its cookie was copied to, and no other session of the key', async () => {
      const { key, session } = await freshSession();
      const another = await sessionCookie(runtime(), key);
      expect([await whoIs(runtime(), session), await whoIs(runtime(), another)]).toEqual([200, 200]);
      const left = await signOut(runtime(), session);
      expect(left.status).toBe(200);
      expect([await whoIs(runtime(), session), await whoIs(runtime(), another)]).toEqual([401, 200]);
      const asked = await ask(runtime(), 'session', { headers: { cookie: session } });
      expect([asked.status, asked.text]).toEqual([200, '{}']);
    });

    it('ends it in every process, within 30 seconds where it was just seen', async () => {
      const { session } = await freshSession();
      const [seen, unseen] = [elsewhere(runtime()), elsewhere(runtime())];
      expect(await whoIs(seen, session)).toBe(200);
      await signOut(runtime(), session);
      expect(await whoIs(unseen, session)).toBe(401);
      runtime().advance(30_000);
      expect(await whoIs(seen, session)).toBe(401);
    });

    it('is said to have failed where it could not be kept, and leaves the cookie for another try', async () => {
      const { session } = await freshSession();
      const broken = {
        ...runtime(),
        db: { ...runtime().db, write: () => Promise.reject(new Error('lost')) },
      };
      const reply = await signOut(broken, session);
      expect([reply.status, cookiesIn(reply.headers)]).toEqual([500, []]);
      expect(await whoIs(runtime(), session)).toBe(200);
    });

    it('happens by itself when the server’s clock says so, however often the cookie was renewed', async () => {
      const { session } = await freshSession();
      runtime().advance(11 * HOUR_MS);
      const renewed = await ask(runtime(), 'session', { headers: { cookie: session } });
      const { expires } = JSON.parse(renewed.text) as { expires: string };
      expect(Date.parse(expires)).toBe(runtime().clock().getTime() + HOUR_MS);
      const copy = sessionIn(runtime(), renewed.headers);
      expect(await whoIs(runtime(), copy)).toBe(200);
      runtime().advance(HOUR_MS);
      expect([await whoIs(runtime(), copy), await whoIs(runtime(), session)]).toEqual([401, 401]);
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY },
);
