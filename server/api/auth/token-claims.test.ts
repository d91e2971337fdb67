import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../domain/principal.ts';
import { readScopes, readSubject, readTenant } from './token-principal.ts';

describe('the scopes of a token', () => {
  it.each([
    [{ scp: 'learn review' }, ['learn', 'review']],
    [{ scope: 'openid service.learn' }, ['learn']],
    [{ roles: ['service.admin', 'other'] }, ['admin']],
    [{ realm_access: { roles: ['service.review'] } }, ['review']],
    [{ scp: ['learn'], scope: 'review', roles: 'service.admin' }, ['learn', 'review', 'admin']],
    [{ scope: 'LEARN service.service.learn servicelearn xservice.learn learning' }, []],
    [{ resource_access: { gateway: { roles: ['admin'] } } }, []],
    [{ scp: 7, scope: null, roles: { admin: true }, permissions: [['learn'], 7], realm_access: 'admin' }, []],
  ])('of %j are %j', (payload, expected) => {
    expect(readScopes(payload)).toEqual(new Set(expected));
  });

  it('are known ones alone, whatever the claims hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('scp', 'scope', 'roles', 'realm_access'), fc.json()),
        (claims) => {
          const payload = Object.fromEntries(Object.entries(claims).map(([k, v]) => [k, JSON.parse(v)]));
          expect([...readScopes(payload)].every((scope) => SCOPES.includes(scope))).toBe(true);
        },
      ),
    );
  });
});

describe('the subject of a token', () => {
  it('is refused where it could not be shown in the audit log', () => {
    expect(readSubject(JSON.parse('{"sub": 7}'))).toBeNull();
    expect(readSubject({})).toBeNull();
  });

  it.each(['', 'a\0b', 'a\nb', '\u202Eevil', '\uD800', 'x'.repeat(256)])(
    'is refused where it could not be shown in the audit log: %j',
    (sub) => {
      expect(readSubject({ sub })).toBeNull();
    },
  );
});

describe('the tenant of a token', () => {
  it('is the claim of the configured name', () => {
    expect(readTenant({ tid: 'acme' }, 'tid')).toBe('acme');
    expect(readTenant({ 'https://acme.example/tenant': 'acme' }, 'https://acme.example/tenant')).toBe('acme');
  });

  it('is missing where the claim is absent, empty or no text', () => {
    expect(readTenant({}, 'tid')).toBeNull();
    expect(readTenant({ tid: '' }, 'tid')).toBeNull();
    expect(readTenant({ tid: ['acme'] }, 'tid')).toBeNull();
    expect(readTenant({}, 'constructor')).toBeNull();
  });
});
