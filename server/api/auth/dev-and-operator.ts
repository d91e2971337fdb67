/** The two principals without a stored credential: the operator, in any tenant, and everybody in dev. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isTenant, type Principal, SCOPES, TENANT_FORM } from '../../domain/principal.ts';
import type { Config } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether `token` is the operator's key. Digests are compared, so that the time taken reveals nothing of the key. */
export function isBootstrapKey({ credentials: { bootstrapAdminKey: key } }: Config, token: string): boolean {
  return key !== null && timingSafeEqual(digest(token), digest(key));
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
