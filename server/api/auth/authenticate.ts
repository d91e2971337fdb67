/**
 * From a request's credential to its principal: the one place that decides who a request acts as. The tenant comes
 * from the credential (for the operator's key, from the header beside it) and from nothing else of the request.
 */

import { findKey, keyUsage } from '../../admin/keys/index.ts';
import { isKeyShaped, KEY_PREFIX } from '../../domain/admin/key.ts';
import type { Principal } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { bootstrapPrincipal, devPrincipal, isBootstrapKey } from './dev-and-operator.ts';
import { limitGuesses, notingFailure } from './failed-attempts.ts';
import { readSession, sessionPrincipal } from './session.ts';
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

/** What a credential looks like, which tells what it may be a guess at. */
function kindOf(token: string): 'api_key' | 'token' | 'operator_key' {
  if (isKeyShaped(token)) return 'api_key';
  return isTokenShaped(token) ? 'token' : 'operator_key';
}

/**
 * Who the request acts as. Throws 401 for a missing or invalid credential, 400 for the operator's key without a
 * tenant, 403 for a token without one, 429 where an address goes on guessing the operator's key, and 503 while a token
 * cannot be checked because its signing keys are out of reach. In dev without credentials whatever is sent is ignored.
 * Without credentials in staging nobody gets in, also not with a key of an earlier configuration.
 */
export async function authenticate(runtime: Runtime, credentials: Credentials): Promise<Principal> {
  const { bootstrapAdminKey, oidcJwksUrl } = runtime.config.credentials;
  if (authenticationDisabled(runtime.config)) return devPrincipal();
  const token = bearerToken(credentials.authorization);
  if (bootstrapAdminKey === null && oidcJwksUrl === null) throw invalidCredentials();
  const kind = kindOf(token);
  const check = () => principalOf(runtime, credentials.tenant, token);
  // What looks otherwise than the operator's key is no guess at it, and does not wait because somebody else guesses.
  if (bootstrapAdminKey !== null && kind === kindOf(bootstrapAdminKey)) {
    return await limitGuesses(runtime, kind, { check });
  }
  return await notingFailure(runtime, kind, { check });
}

async function principalOf(runtime: Runtime, tenant: string | undefined, token: string): Promise<Principal> {
  const { bootstrapAdminKey, oidcJwksUrl } = runtime.config.credentials;
  if (isBootstrapKey(token, bootstrapAdminKey)) return bootstrapPrincipal(tenant);
  if (token.startsWith(KEY_PREFIX)) return await keyPrincipal(runtime, token);
  if (oidcJwksUrl !== null && isTokenShaped(token)) return await tokenPrincipal(runtime, oidcJwksUrl, token);
  throw invalidCredentials();
}

function invalidCredentials(): ServiceError {
  return new ServiceError('unauthenticated', 'invalid credentials');
}

async function keyPrincipal(runtime: Runtime, rawKey: string): Promise<Principal> {
  const key = await findKey(runtime, rawKey);
  if (key === null) throw new ServiceError('unauthenticated', 'invalid api key');
  const { tenant, id, scopes } = key;
  keyUsage(runtime).note(tenant, id);
  return { tenant, actor: `key:${id}`, bucket: id, scopes: new Set(scopes) };
}

/** Who the dashboard acts as: the holder of a session or of a credential, and in dev without credentials everybody. */

/**
 * The principal of a request that may bring a session's cookie. A credential in `Authorization` goes before the
 * session. Throws 401 where there is neither, or none that is still valid; and as {@link authenticate}.
 */
export async function authenticateBrowser(
  runtime: Runtime,
  { cookies, ...credentials }: Credentials & { cookies: string | undefined },
): Promise<Principal> {
  if (authenticationDisabled(runtime.config)) return devPrincipal();
  if (credentials.authorization !== undefined) return await authenticate(runtime, credentials);
  const session = await readSession(runtime, cookies);
  if (session === null) throw new ServiceError('unauthenticated', 'not signed in');
  return await sessionPrincipal(runtime, session);
}
