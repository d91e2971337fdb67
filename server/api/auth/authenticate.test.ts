import { afterAll, describe, expect, it } from 'vitest';
import { createKey, revokeKey } from '../../admin/keys/index.ts';
import { SCOPES } from '../../domain/principal.ts';
import type { Environment } from '../../platform/config/config.ts';
import { createRuntime } from '../../platform/runtime.ts';
import {
  describeOnOne,
  freshPrincipal,
  openTestRuntime,
  type TestRuntime,
} from '../../testing/test-runtime.ts';
import { authenticate } from './index.ts';

const BOOTSTRAP = 'bootstrap-0123456789abcdef';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const refused = (detail: string) => ({ kind: 'unauthenticated', detail });
const JWT = 'eyJhbGciOiJSUzI1NiJ9.e30.AAAA';
const UNKNOWN_KEY = `service_${'A'.repeat(43)}`;

describe('a request', () => {
  const opened: TestRuntime[] = [];
  const open = async (settings: Environment) => {
    const runtime = await openTestRuntime('sqlite', settings);
    opened.push(runtime);
    return runtime;
  };
  afterAll(async () => {
    for (const runtime of opened) await runtime.dispose();
  });

  it.each([{}, bearer('x'), bearer(JWT), { tenant: 'other' }, bearer(UNKNOWN_KEY)])(
    'in dev without credentials acts as tenant dev with all scopes, whatever it sends: %j',
    async (sent) => {
      const runtime = await open({});
      expect(await authenticate(runtime, sent)).toEqual({
        tenant: 'dev',
        actor: 'dev',
        bucket: 'dev',
        scopes: new Set(SCOPES),
        operator: { home: 'dev' },
      });
    },
  );

  it('in dev needs a credential as soon as one is configured', async () => {
    const keyed = await open({ SERVICE_BOOTSTRAP_ADMIN_KEY: BOOTSTRAP });
    await expect(authenticate(keyed, {})).rejects.toMatchObject(refused('missing bearer token'));
    const oidc = await open({ SERVICE_OIDC_JWKS_URL: 'http://127.0.0.1:1/jwks' });
    await expect(authenticate(oidc, {})).rejects.toMatchObject(refused('missing bearer token'));
  });

  it('in staging without credentials is refused, also with a key of an earlier configuration', async () => {
    const runtime = await open({ SERVICE_ENV: 'staging' });
    const { key } = await createKey(runtime, freshPrincipal(), { name: 'old', scopes: ['learn'] });
    await expect(authenticate(runtime, {})).rejects.toMatchObject(refused('missing bearer token'));
    for (const token of ['x', JWT, key]) {
      await expect(authenticate(runtime, bearer(token))).rejects.toMatchObject({ kind: 'unauthenticated' });
    }
  });
});

describeOnOne(
  'a credential',
  (runtime) => {
    it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', BOOTSTRAP, `Bearer${BOOTSTRAP}`])(
      'is missing in %j',
      async (authorization) => {
        await expect(authenticate(runtime(), { authorization, tenant: 't' })).rejects.toMatchObject(
          refused('missing bearer token'),
        );
      },
    );

    it.each([`Bearer ${BOOTSTRAP}`, `bearer ${BOOTSTRAP}`, `BEARER  ${BOOTSTRAP} `])(
      'is read from %j',
      async (authorization) => {
        const principal = await authenticate(runtime(), { authorization, tenant: 'acme' });
        expect(principal).toEqual({
          tenant: 'acme',
          actor: 'bootstrap-admin',
          bucket: 'bootstrap-admin',
          scopes: new Set(SCOPES),
          operator: { home: 'acme' },
        });
      },
    );

    it.each([undefined, ''])('of the operator needs a tenant, not %j', async (tenant) => {
      await expect(authenticate(runtime(), { ...bearer(BOOTSTRAP), tenant })).rejects.toMatchObject({
        kind: 'bad_request',
        detail: 'bootstrap admin key requires X-Tenant-Id',
      });
    });

    it.each([' ', 'a\tb', ' acme', 'acmé', 'x'.repeat(129)])('cannot name the tenant %j', async (tenant) => {
      await expect(authenticate(runtime(), { ...bearer(BOOTSTRAP), tenant })).rejects.toMatchObject({
        kind: 'bad_request',
        detail: 'X-Tenant-Id must be 1 to 128 printable ASCII characters without spaces at the ends',
      });
    });

    it.each(['x'.repeat(128), 'Acme Inc. / EU', 'org_2f:9@x'])('may name the tenant %j', async (tenant) => {
      expect((await authenticate(runtime(), { ...bearer(BOOTSTRAP), tenant })).tenant).toBe(tenant);
    });

    it.each([BOOTSTRAP.slice(0, -1), BOOTSTRAP.toUpperCase(), JWT])(
      'that is none is invalid: %j',
      async (token) => {
        await expect(authenticate(runtime(), { ...bearer(token), tenant: 't' })).rejects.toMatchObject(
          refused('invalid credentials'),
        );
      },
    );

    it.each([UNKNOWN_KEY, 'service_', 'service_short', `service_${'!'.repeat(43)}`])(
      'that is an unknown key is told so: %j',
      async (token) => {
        await expect(authenticate(runtime(), bearer(token))).rejects.toMatchObject(
          refused('invalid api key'),
        );
      },
    );

    it('that is a tenant’s key acts in that tenant alone, with its scopes', async () => {
      const owner = freshPrincipal();
      const { id, key } = await createKey(runtime(), owner, { name: 'k', scopes: ['learn', 'admin'] });
      expect(await authenticate(runtime(), { ...bearer(key), tenant: 'victim' })).toEqual({
        tenant: owner.tenant,
        actor: `key:${id}`,
        bucket: id,
        scopes: new Set(['learn', 'admin']),
      });
    });

    it('that was revoked stops at once here and within 30 seconds elsewhere', async () => {
      const rt = runtime();
      const elsewhere = createRuntime(rt);
      const owner = freshPrincipal();
      const { id, key } = await createKey(rt, owner, { name: 'k', scopes: ['learn'] });
      await authenticate(rt, bearer(key));
      await authenticate(elsewhere, bearer(key));
      await revokeKey(rt, owner, id);
      await expect(authenticate(rt, bearer(key))).rejects.toMatchObject(refused('invalid api key'));
      rt.advance(30_000);
      await expect(authenticate(elsewhere, bearer(key))).rejects.toMatchObject(refused('invalid api key'));
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: BOOTSTRAP },
);
