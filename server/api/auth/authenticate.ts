/**
 * The one place that decides who a request acts as. The tenant comes from the credential (for the operator's
 * key, from the header sent with it) and from nothing else in the request.
 */

import { findKey } from '../../admin/keys/index.ts';
import { isKeyShaped, KEY_PREFIX } from '../../domain/admin/key.ts';
import type { Principal } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { refuseDeleted } from '../../platform/tenants/rules.ts';
import { bootstrapPrincipal, devPrincipal, isBootstrapKey } from './dev-and-operator.ts';
import { limitGuesses, notingFailure } from './failed-attempts.ts';
import { inShownTenant, refuseInSample } from './sample-visit.ts';
import { principalOf, readSession, sessionPrincipal } from './session.ts';
import { isTokenShaped, tokenPrincipal } from './token-principal.ts';

/** The two headers that say who calls: `Authorization` and, for the operator's key, `X-Tenant-Id`. */
interface Credentials {
  authorization?: string | undefined;
  tenant?: string | undefined;
}

const SCHEME = 'bearer ';

function bearerToken(authorization: string | undefined): string {
  const sent = authorization?.trimStart() ?? '';
  const token = sent.slice(0, SCHEME.length).toLowerCase() === SCHEME ? sent.slice(SCHEME.length).trim() : '';
  if (token === '') throw new ServiceError('unauthenticated', 'missing bearer token');
  return token;
}

/** What a credential looks like, and so which kind it may be a guess at. */
function credentialKind(token: string): 'api_key' | 'token' | 'operator_key' {
  if (isKeyShaped(token)) return 'api_key';
  return isTokenShaped(token) ? 'token' : 'operator_key';
}

/**
 * Who the request acts as. Throws 401 for a missing or invalid credential, 400 for the operator's key without
 * a tenant, 403 for a token without one and in a tenant that is being deleted, 429 for a wrong one of an address that keeps guessing, and 503
 * while a token cannot be checked because its signing keys cannot be fetched. In dev without credentials,
 * what is sent is ignored. In staging without credentials nobody gets in, not even with a key of an earlier
 * configuration.
 */
export async function authenticate(runtime: Runtime, credentials: Credentials): Promise<Principal> {
  const { bootstrapAdminKey, oidcJwksUrl } = runtime.config.credentials;
  if (authenticationDisabled(runtime.config)) return devPrincipal();
  const token = bearerToken(credentials.authorization);
  if (bootstrapAdminKey === null && oidcJwksUrl === null) throw invalidCredentials();
  const kind = credentialKind(token);
  const check = async () =>
    await refuseDeleted(runtime, await findPrincipal(runtime, credentials.tenant, token));
  // A credential of another form is not a guess at the operator's key: an agent with an old key keeps getting 401.
  if (bootstrapAdminKey !== null && kind === credentialKind(bootstrapAdminKey)) {
    return await limitGuesses(runtime, kind, { check });
  }
  return await notingFailure(runtime, kind, { check });
}

async function findPrincipal(
  runtime: Runtime,
  tenant: string | undefined,
  token: string,
): Promise<Principal> {
  const { oidcJwksUrl } = runtime.config.credentials;
  if (isBootstrapKey(runtime.config, token)) return bootstrapPrincipal(tenant);
  if (token.startsWith(KEY_PREFIX)) return await keyPrincipal(runtime, token);
  if (oidcJwksUrl !== null && isTokenShaped(token)) {
    return await refuseInSample(runtime, await tokenPrincipal(runtime, oidcJwksUrl, token));
  }
  throw invalidCredentials();
}

function invalidCredentials(): ServiceError {
  return new ServiceError('unauthenticated', 'invalid credentials');
}

async function keyPrincipal(runtime: Runtime, rawKey: string): Promise<Principal> {
  const key = await findKey(runtime, rawKey);
  if (key === null) throw new ServiceError('unauthenticated', 'invalid api key');
  return principalOf(runtime, key);
}

/**
 * The principal of a request that may bring a session's cookie. A credential in `Authorization` goes before
 * the session. Throws 401 where there is neither, or none that is still valid; and as {@link authenticate}.
 * The operator may be in the sample world: see {@link inShownTenant}.
 */
export async function authenticateBrowser(
  runtime: Runtime,
  { cookies, ...credentials }: Credentials & { cookies: string | undefined },
): Promise<Principal> {
  if (authenticationDisabled(runtime.config)) return await inShownTenant(runtime, devPrincipal(), cookies);
  if (credentials.authorization !== undefined) return await authenticate(runtime, credentials);
  const session = await readSession(runtime, cookies);
  if (session === null) throw new ServiceError('unauthenticated', 'not signed in');
  const principal = await refuseDeleted(runtime, await sessionPrincipal(runtime, session));
  if (session.kind === 'bootstrap') return await inShownTenant(runtime, principal, cookies);
  return session.kind === 'oidc' ? await refuseInSample(runtime, principal) : principal;
}

/** The principal of a fetch request from a browser; throws as {@link authenticateBrowser}. */
export async function authenticateRequest(runtime: Runtime, { headers }: Request): Promise<Principal> {
  return await authenticateBrowser(runtime, {
    authorization: headers.get('authorization') ?? undefined,
    tenant: headers.get('x-tenant-id') ?? undefined,
    cookies: headers.get('cookie') ?? undefined,
  });
}
