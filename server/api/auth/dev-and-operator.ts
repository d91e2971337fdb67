/** The two principals without a stored credential: the operator, in any tenant, and everybody in dev. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isTenant, type Principal, SCOPES, TENANT_FORM } from '../../domain/principal.ts';
import type { Config } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The operator's key, and during a rotation the one before. */
export function bootstrapKeys({ credentials }: Config): string[] {
  const { bootstrapAdminKey, bootstrapAdminKeyPrevious } = credentials;
  return [bootstrapAdminKey, bootstrapAdminKeyPrevious].filter((key) => key !== null);
}

/** Whether `token` is one of the keys. Digests are compared, so that the time taken reveals nothing of a key. */
export function isBootstrapKey(token: string, keys: readonly string[]): boolean {
  return keys.filter((key) => timingSafeEqual(digest(token), digest(key))).length > 0;
}

/** The operator in the tenant of X-Tenant-Id. Throws 400 where the header is missing or invalid. */
export function bootstrapPrincipal(tenant: string | undefined): Principal {
  if (tenant === undefined || tenant === '') {
    throw new ServiceError('bad_request', 'bootstrap admin key requires X-Tenant-Id');
  }
  if (!isTenant(tenant)) throw new ServiceError('bad_request', `X-Tenant-Id must be ${TENANT_FORM}`);
  const operator = { home: tenant };
  return { tenant, actor: 'bootstrap-admin', bucket: 'bootstrap-admin', scopes: new Set(SCOPES), operator };
}

const DEV: Principal = {
  ...{ tenant: 'dev', actor: 'dev', bucket: 'dev', scopes: new Set(SCOPES) },
  operator: { home: 'dev' },
};

/** The principal of every request in dev without credentials: tenant `dev`, all scopes. */
export function devPrincipal(): Principal {
  return DEV;
}
