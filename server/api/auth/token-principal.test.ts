import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withRequest } from '../../platform/request-context.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
  type TokenHeader,
} from '../../testing/identity-provider.ts';
import { openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { authenticate } from './index.ts';

const ISSUER = 'https://id.example/';
const AUDIENCE = 'whetstone';

describe('tokens of the identity provider', () => {
  let started: { provider: IdentityProvider; base: TestRuntime } | undefined;
  const setting = () => {
    if (started === undefined) throw new Error('started before the suite');
    return started;
  };
  beforeAll(async () => {
    const provider = await startIdentityProvider();
    const base = await openTestRuntime('sqlite', {
      SERVICE_OIDC_JWKS_URL: provider.url,
      SERVICE_OIDC_ISSUER: ISSUER,
      SERVICE_OIDC_AUDIENCE: AUDIENCE,
    });
    started = { provider, base };
  });
  afterEach(() => {
    setting().provider.behave('well');
    vi.useRealTimers();
  });
  afterAll(async () => {
    await started?.base.dispose();
    await started?.provider.close();
  });

  /** A process that has fetched no keys yet. */
  const freshProcess = () => createRuntime(setting().base);
  const now = () => Math.floor(setting().base.clock().getTime() / 1000);
  const claims = (changes: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries({
        iss: ISSUER,
        aud: AUDIENCE,
        sub: 'u-1',
        tid: 'acme',
        scope: 'service.learn',
        exp: now() + 300,
        ...changes,
      }).filter(([, value]) => value !== undefined),
    );
  const signed = (changes: Record<string, unknown> = {}, header: TokenHeader = {}) =>
    setting().provider.sign(claims(changes), header);
  const enter = (token: string, runtime: Runtime = setting().base) =>
    authenticate(runtime, { authorization: `Bearer ${token}` });
  const refused = (reason: string) => ({ kind: 'unauthenticated', detail: `invalid token: ${reason}` });

  it.each(['RS256', 'ES256', 'PS256'])('are accepted when signed with %s', async (alg) => {
    const principal = await enter(await signed({}, { alg }));
    expect(principal).toEqual({
      tenant: 'acme',
      actor: 'oidc:u-1',
      bucket: expect.any(String),
      scopes: new Set(['learn']),
    });
  });

  it.each(['RS512', 'EdDSA'])('are refused when signed with %s, though the key is published', async (alg) => {
    await expect(enter(await signed({}, { alg }))).rejects.toMatchObject(
      refused('The specified alg value is not allowed'),
    );
  });

  it('are refused with HMAC, also where the published key is the secret', async () => {
    const jwks = await (await fetch(setting().provider.url)).text();
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'RS256-1' })
      .sign(new TextEncoder().encode(jwks));
    await expect(enter(token)).rejects.toMatchObject(refused('The specified alg value is not allowed'));
  });

  it('are refused without a signature', async () => {
    await expect(enter(new UnsecuredJWT(claims()).encode())).rejects.toMatchObject(
      refused('The specified alg value is not allowed'),
    );
  });

  it.each([
    ['exp', { exp: undefined }, 'Token is missing the "exp" claim'],
    ['aud', { aud: undefined }, 'Token is missing the "aud" claim'],
  ])('need the claim %s', async (_, changes, reason) => {
    await expect(enter(await signed(changes))).rejects.toMatchObject(refused(reason));
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example/' }, 'Invalid issuer'],
    ['another audience', { aud: 'other' }, 'Invalid audience'],
    ['audiences without ours', { aud: ['other', 'whetstone2'] }, 'Invalid audience'],
    ['an expiry that is no number', { exp: '9999999999' }, 'Invalid "exp" claim'],
    ['a subject that is no text', { sub: 7 }, 'Invalid "sub" claim'],
  ])('are refused with %s', async (_, changes, reason) => {
    await expect(enter(await signed(changes))).rejects.toMatchObject(refused(reason));
  });

  it('are refused from the second of their expiry on', async () => {
    await expect(enter(await signed({ exp: now() }))).rejects.toMatchObject(refused('Signature has expired'));
    expect((await enter(await signed({ exp: now() + 1 }))).tenant).toBe('acme');
  });

  it('are refused before they become valid', async () => {
    await expect(enter(await signed({ nbf: now() + 1 }))).rejects.toMatchObject(
      refused('The token is not yet valid (nbf)'),
    );
    expect((await enter(await signed({ nbf: now() }))).tenant).toBe('acme');
  });

  it('are refused when tampered with', async () => {
    const [header, , signature] = (await signed()).split('.');
    const payload = Buffer.from(JSON.stringify(claims({ tid: 'victim' }))).toString('base64url');
    await expect(enter(`${header}.${payload}.${signature}`)).rejects.toMatchObject(
      refused('Signature verification failed'),
    );
  });

  it.each(['a.b.c', 'e30.e30.', 'eyJhbGciOiJSUzI1NiJ9.bm90IGpzb24.AAAA'])(
    'are refused when malformed: %s',
    async (token) => {
      await expect(enter(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
      await expect(enter(token)).rejects.toThrow(/^invalid token: /);
    },
  );

  it('are refused with a key id that is not published, without a fetch for each', async () => {
    const runtime = freshProcess();
    await enter(await signed(), runtime);
    const before = setting().provider.fetches();
    for (let n = 0; n < 5; n += 1) {
      await expect(enter(await signed({}, { kid: `invented-${n}` }), runtime)).rejects.toMatchObject(
        refused('Unable to find a signing key'),
      );
    }
    expect(setting().provider.fetches()).toBe(before);
  });

  it.each([undefined, '', 7])('without a tenant claim are forbidden: %j', async (tid) => {
    await expect(enter(await signed({ tid }))).rejects.toMatchObject({
      kind: 'forbidden',
      detail: "token has no 'tid' claim",
    });
  });

  it.each([' acme', 'a\nb', 'x'.repeat(129), 'ac\u200Bme'])(
    'with a tenant that cannot be one are forbidden: %j',
    async (tid) => {
      await expect(enter(await signed({ tid }))).rejects.toMatchObject({
        kind: 'forbidden',
        detail: "the 'tid' claim must be 1 to 128 printable ASCII characters without spaces at the ends",
      });
    },
  );

  it.each([
    ['audience', { aud: 'other' }, 'u-1'],
    ['issuer', { iss: 'https://evil.example/' }, 'u-1'],
    ['expired', { exp: 1 }, 'u-1'],
    ['invalid_sub', { sub: 'a\nb' }, undefined],
    ['no_tenant', { tid: undefined }, 'u-1'],
  ])('that are refused are logged with why and for whom: %s %j', async (reason, changes, subject) => {
    const { base } = setting();
    const lines = base.lines.length;
    const context = { requestId: 'req_1', clientAddress: `198.51.100.${Math.floor(lines / 10) % 256}` };
    const token = await signed(changes);
    await expect(withRequest(context, () => enter(token))).rejects.toThrow();
    const [line] = base.lines.slice(lines);
    expect(line).toMatchObject({ event: 'auth.failed', kind: 'token', reason });
    expect(line?.['subject']).toBe(subject);
  });

  it('with a forged signature are logged without the subject that they claim', async () => {
    const { base } = setting();
    const lines = base.lines.length;
    const [header, payload] = (await signed({ sub: 'somebody' })).split('.');
    const context = { requestId: 'req_1', clientAddress: '198.51.101.1' };
    await expect(withRequest(context, () => enter(`${header}.${payload}.AAAA`))).rejects.toThrow();
    expect(base.lines.slice(lines)).toMatchObject([{ event: 'auth.failed', reason: 'signature' }]);
    expect(JSON.stringify(base.lines.slice(lines))).not.toContain('somebody');
  });

  it('of one subject in two tenants are limited apart', async () => {
    const one = await enter(await signed({ tid: 'one' }));
    const two = await enter(await signed({ tid: 'two' }));
    expect(one.actor).toBe(two.actor);
    expect(one.bucket).not.toBe(two.bucket);
  });

  it('need no X-Tenant-Id and take no notice of one', async () => {
    const authorization = `Bearer ${await signed()}`;
    expect((await authenticate(setting().base, { authorization, tenant: 'victim' })).tenant).toBe('acme');
  });

  it('signed after a rotation are accepted when the keys were fetched more than 30 seconds ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const runtime = freshProcess();
    const old = await signed();
    await enter(old, runtime);
    await setting().provider.rotate();
    const fresh = await signed();
    await expect(enter(fresh, runtime)).rejects.toMatchObject(refused('Unable to find a signing key'));
    vi.setSystemTime(Date.now() + 30_001);
    expect((await enter(fresh, runtime)).tenant).toBe('acme');
    await expect(enter(old, runtime)).rejects.toMatchObject(refused('Unable to find a signing key'));
  });

  it.each(['error', 'garbage', 'away'] as const)(
    'cannot be checked while there are no keys (%s): 503, logged once, without a fetch for each',
    async (as) => {
      const { provider, base } = setting();
      const runtime = freshProcess();
      const token = await signed();
      const [fetches, lines] = [provider.fetches(), base.lines.length];
      provider.behave(as);
      const entering = Array.from({ length: 5 }, () => enter(token, runtime));
      for (const result of await Promise.allSettled(entering)) {
        expect(result).toMatchObject({
          reason: { kind: 'unavailable', detail: 'token signing keys unavailable', retryAfterSeconds: 30 },
        });
      }
      await expect(enter(token, runtime)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(provider.fetches()).toBe(fetches + 1);
      expect(base.lines.slice(lines)).toMatchObject([{ event: 'oidc.keys_unavailable', level: 'warn' }]);
      provider.behave('well');
      base.advance(10_000);
      expect((await enter(token, runtime)).tenant).toBe('acme');
    },
  );

  it('are checked with the keys seen last for an hour of an outage', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { provider, base } = setting();
    const runtime = freshProcess();
    const token = await signed({ exp: now() + 86_400 });
    await enter(token, runtime);
    provider.behave('away');
    vi.setSystemTime(Date.now() + 600_001);
    base.advance(3_600_000);
    expect((await enter(token, runtime)).tenant).toBe('acme');
    await expect(enter(await signed({}, { kid: 'invented' }), runtime)).rejects.toMatchObject(
      refused('Unable to find a signing key'),
    );
    base.advance(1);
    await expect(enter(token, runtime)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
