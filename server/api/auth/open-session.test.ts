/** Signing in: who gets a session, in which tenant and for how long, and the code of every refusal. */
import { expect, it, onTestFinished } from 'vitest';
import { actorNames, createKey } from '../../admin/keys/index.ts';
import { createRuntime } from '../../platform/runtime.ts';
import { startIdentityProvider } from '../../testing/identity-provider.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { openWithKey, openWithProvider, SESSION_SECONDS } from './open-session.ts';
import { sessionPrincipal } from './session.ts';
import { sessionSecret } from './session-secret.ts';

const OPERATOR_KEY = 'operator-key-0123456789';
const ISSUER = 'https://idp.example';

describeOnOne(
  'a session',
  (runtime) => {
    const seconds = () => runtime().clock().getTime() / 1000;
    const answer = (claims: object) => ({
      claims: { sub: 'u-1', ...claims },
      accessToken: null,
      accessEnds: null,
    });

    it('is opened with a key and holds none of it', async () => {
      const who = freshPrincipal();
      const { key, id } = await createKey(runtime(), who, { name: 'me', scopes: ['review'] });
      const opening = await openWithKey(runtime(), key);
      if ('refused' in opening) throw new Error(opening.refused);
      expect(JSON.stringify(opening)).not.toContain(key.slice(8));
      expect(opening.session.until).toBe((seconds() + SESSION_SECONDS) * 1000);
      const principal = await sessionPrincipal(runtime(), opening.session);
      expect(principal).toMatchObject({ tenant: who.tenant, actor: `key:${id}` });
    });

    it('is refused to unknown keys and to keys that may do nothing', async () => {
      const { key } = await createKey(runtime(), freshPrincipal(), { name: 'none', scopes: [] });
      expect(await openWithKey(runtime(), key)).toEqual({ refused: 'no_scopes' });
      expect(await openWithKey(runtime(), `${key.slice(0, -1)}!`)).toEqual({ refused: 'invalid_key' });
      expect(await openWithKey(runtime(), OPERATOR_KEY)).toEqual({ refused: 'operator_key' });
    });

    it('is opened with a provider’s answer and ends with its token', async () => {
      const claims = { tid: 'acme', scp: 'service.review other', exp: seconds() + 600 };
      const named = { ...claims, name: 'Ada Lovelace' };
      const opening = await openWithProvider(runtime(), answer(named));
      const { tenant, actor } = { tenant: 'acme', actor: 'oidc:u-1' };
      expect(await actorNames(runtime(), tenant, [actor])).toEqual(new Map([[actor, 'Ada Lovelace']]));
      expect(opening).toEqual({
        session: {
          ...{ kind: 'oidc', issuer: ISSUER, subject: 'u-1', tenant: 'acme', scopes: ['review'] },
          id: expect.stringMatching(/^ses_/),
          until: (seconds() + 600) * 1000,
        },
      });
      if ('refused' in opening) throw new Error(opening.refused);
      expect(await sessionPrincipal(runtime(), opening.session)).toMatchObject({ actor: 'oidc:u-1' });
      runtime().advance(600_000);
      await expect(sessionPrincipal(runtime(), opening.session)).rejects.toThrow('the session has ended');
    });

    it('is refused to tokens without tenant, scopes or subject', async () => {
      const open = (claims: object) => openWithProvider(runtime(), answer(claims));
      expect(await open({ scp: 'review' })).toEqual({ refused: 'no_tenant_claim' });
      expect(await open({ tid: ' acme', scp: 'review' })).toEqual({ refused: 'invalid_tenant_claim' });
      expect(await open({ tid: 'acme' })).toEqual({ refused: 'no_scopes' });
      expect(await open({ tid: 'acme', scp: 'review', sub: '' })).toEqual({ refused: 'no_subject' });
    });

    it('takes the scopes of the ID token where the access token has none, in one tenant only', async () => {
      const provider = await startIdentityProvider();
      onTestFinished(provider.close);
      const { credentials } = runtime().config;
      const config = {
        ...runtime().config,
        credentials: { ...credentials, oidcJwksUrl: provider.url, oidcAudience: 'whetstone' },
      };
      const sso = createRuntime({ ...runtime(), config });
      const ends = seconds() + 600;
      const open = async (access: object, claims: object) => {
        const signed = { iss: ISSUER, aud: 'whetstone', sub: 'u-1', tid: 'acme', exp: ends, ...access };
        const accessToken = await provider.sign(signed);
        return await openWithProvider(sso, { ...answer({ exp: ends, ...claims }), accessToken });
      };
      const scopes = (...names: string[]) => ({ session: { tenant: 'acme', scopes: names } });
      expect(await open({}, { roles: ['service.review'] })).toMatchObject(scopes('review'));
      expect(await open({}, { tid: 'acme', roles: ['admin'] })).toMatchObject(scopes('admin'));
      expect(await open({ scope: 'learn' }, { roles: ['admin'] })).toMatchObject(scopes('learn'));
      expect(await open({}, { tid: 'other', roles: ['admin'] })).toEqual({ refused: 'no_scopes' });
    });

    it('is sealed in dev with one secret for all processes, kept in the database', async () => {
      const elsewhere = { ...runtime(), once: <T>(_: string, make: () => T) => make() };
      const [here, there] = await Promise.all([sessionSecret(runtime()), sessionSecret(elsewhere)]);
      expect(here).toMatch(/^[\w-]{43}$/);
      expect(there).toBe(here);
    });
  },
  {
    SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY,
    SERVICE_OIDC_ISSUER: ISSUER,
    SERVICE_OIDC_CLIENT_ID: 'dashboard',
    SERVICE_OIDC_CLIENT_SECRET: 'secret',
  },
);
