/** The way into the sample world: whose browsers have it, and what everybody else gets who tries. */
import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../../admin/keys/index.ts';
import { SAMPLE_TENANT, type Scope } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts';
import {
  describeOnOne,
  freshPrincipal,
  openTestRuntime,
  type TestRuntime,
} from '../../testing/test-runtime.ts';
import { authenticate } from '../auth/index.ts';
import { bootstrapMark, type Session, sessionCookieName } from '../auth/session.ts';
import { sessionSecret } from '../auth/session-secret.ts';
import { answerTrpc } from './handler.ts';

const OPERATOR_KEY = 'operator-key-0123456789';
const ISSUER = 'https://idp.example';
const WORLD = 'whetstone.world=sample';
const OWN_PAGE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const SCOPES: Scope[] = ['learn', 'review', 'admin'];

type Headers = Record<string, string>;

interface Reply {
  result?: { data: { tenant: string } };
  error?: { message: string; data: { kind: string } };
}

const send = async (runtime: TestRuntime, path: string, request: RequestInit) => {
  const response = await answerTrpc(runtime, new Request(`http://127.0.0.1:8080/api/trpc/${path}`, request));
  const { result, error } = (await response.json()) as Reply;
  return { tenant: result?.data?.tenant, fault: error?.data.kind, cookies: response.headers.getSetCookie() };
};
const ask = (runtime: TestRuntime, headers: Headers) => send(runtime, 'session.me', { headers });
const press = (runtime: TestRuntime, path: string, headers: Headers) =>
  send(runtime, path, { method: 'POST', body: '{}', headers: { ...OWN_PAGE, ...headers } });

/** As it is once the world is loaded; what is in it does not matter here. */
async function markAsLoaded({ db }: TestRuntime): Promise<void> {
  const [key, value] = ['sample-world', JSON.stringify({ state: 'loaded' })];
  await db.write((tx) =>
    clientOf(tx).serviceState.upsert({ where: { key }, create: { key, value }, update: { value } }),
  );
}

let sessions = 0;

async function cookieOf(runtime: TestRuntime, kind: object, tenant: string): Promise<string> {
  sessions += 1;
  const until = runtime.clock().getTime() + 3_600_000;
  const session = { ...kind, id: `ses_${sessions}`, tenant, until } as Session;
  const secret = (await sessionSecret(runtime)) ?? '';
  return `${sessionCookieName(runtime)}=${await encode({ token: { session }, secret })}`;
}

const operatorIn = (runtime: TestRuntime, tenant: string) =>
  cookieOf(runtime, { kind: 'bootstrap', mark: bootstrapMark(OPERATOR_KEY) }, tenant);

const providedIn = (runtime: TestRuntime, tenant: string) =>
  cookieOf(runtime, { kind: 'oidc', issuer: ISSUER, subject: 'mallory', scopes: SCOPES }, tenant);

async function keyCookie(runtime: TestRuntime, tenant: string): Promise<string> {
  const owner = { ...freshPrincipal(), tenant };
  const { key } = await createKey(runtime, owner, { name: 'all', scopes: SCOPES });
  return await cookieOf(runtime, { kind: 'key', hash: hashKey(key) }, tenant);
}

describeOnOne(
  'with credentials, the sample world',
  (runtime) => {
    it('is entered, left and entered again by the operator’s browser', async () => {
      await markAsLoaded(runtime());
      const cookie = await operatorIn(runtime(), 'acme');
      const entered = await press(runtime(), 'sample.enter', { cookie });
      expect(entered.cookies).toEqual([`${WORLD}; Path=/; HttpOnly; SameSite=Lax`]);
      expect((await ask(runtime(), { cookie: `${cookie}; ${WORLD}` })).tenant).toBe(SAMPLE_TENANT);
      expect((await ask(runtime(), { cookie })).tenant).toBe('acme');
      const left = await press(runtime(), 'sample.leave', { cookie: `${cookie}; ${WORLD}` });
      expect(left.cookies).toEqual(['whetstone.world=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    });

    it('stays shut to a tenant’s key and to a person of a provider, with any cookie', async () => {
      const rt = runtime();
      for (const cookie of [await keyCookie(rt, 'mallory'), await providedIn(rt, 'mallory')]) {
        const sent = { cookie: `${cookie}; ${WORLD}`, 'x-tenant-id': SAMPLE_TENANT };
        expect((await ask(rt, sent)).tenant).toBe('mallory');
        for (const path of ['sample.enter', 'sample.leave', 'sample.remove'])
          expect(await press(rt, path, sent)).toMatchObject({ fault: 'forbidden', cookies: [] });
      }
      expect(await clientOf(rt.db.read).serviceState.count({ where: { key: 'sample-world' } })).toBe(1);
    });

    it('stays shut to a key in the header, also to the operator’s, beside the cookie', async () => {
      const rt = runtime();
      const { key } = await createKey(rt, freshPrincipal(), { name: 'all', scopes: SCOPES });
      const keyed = { authorization: `Bearer ${key}`, cookie: WORLD, 'x-tenant-id': SAMPLE_TENANT };
      expect((await ask(rt, keyed)).tenant).toMatch(/^tenant-/);
      const operator = { authorization: `Bearer ${OPERATOR_KEY}`, cookie: WORLD, 'x-tenant-id': 'acme' };
      expect((await ask(rt, operator)).tenant).toBe('acme');
      for (const path of ['sample.enter', 'sample.remove'])
        expect((await press(rt, path, keyed)).fault).toBe('forbidden');
    });

    it('keeps out a person whose provider calls their tenant by its name, until everybody has left it', async () => {
      const cookie = await providedIn(runtime(), SAMPLE_TENANT);
      expect((await ask(runtime(), { cookie })).fault).toBe('forbidden');
      const operator = await operatorIn(runtime(), 'acme');
      await press(runtime(), 'sample.remove', { cookie: `${operator}; ${WORLD}` });
      expect((await ask(runtime(), { cookie })).fault).toBe('forbidden');
      runtime().advance(120_000);
      expect((await ask(runtime(), { cookie })).tenant).toBe(SAMPLE_TENANT);
    });

    it('lets no page of another tenant act, as one that was open before', async () => {
      const rt = runtime();
      await markAsLoaded(rt);
      const home = await operatorIn(rt, 'acme');
      const inside = `${home}; ${WORLD}`;
      for (const [cookie, shown] of [
        [inside, 'acme'],
        [home, SAMPLE_TENANT],
      ] as const)
        expect((await ask(rt, { cookie, 'x-shown-tenant': shown })).fault).toBe('conflict');
      expect((await ask(rt, { cookie: inside, 'x-shown-tenant': SAMPLE_TENANT })).tenant).toBe(SAMPLE_TENANT);
    });
  },
  {
    SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY,
    SERVICE_OIDC_ISSUER: ISSUER,
    SERVICE_OIDC_CLIENT_ID: 'dashboard',
    SERVICE_OIDC_CLIENT_SECRET: 'secret',
  },
);

describe('a token of a tenant with the name of the sample world', () => {
  let started: { provider: IdentityProvider; runtime: TestRuntime } | undefined;
  beforeAll(async () => {
    const provider = await startIdentityProvider();
    const settings = { SERVICE_OIDC_JWKS_URL: provider.url };
    started = { provider, runtime: await openTestRuntime('sqlite', settings) };
  });
  afterAll(async () => {
    await started?.runtime.dispose();
    await started?.provider.close();
  });

  it('is refused while the world is there', async () => {
    if (started === undefined) throw new Error('started before the suite');
    const { provider, runtime } = started;
    const exp = Math.floor(runtime.clock().getTime() / 1000) + 300;
    const token = await provider.sign(
      { iss: ISSUER, aud: 'x', sub: 'u-1', tid: SAMPLE_TENANT, scope: 'service.learn', exp },
      {},
    );
    const enter = () => authenticate(runtime, { authorization: `Bearer ${token}` });
    expect((await enter()).tenant).toBe(SAMPLE_TENANT);
    await markAsLoaded(runtime);
    await expect(enter()).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
