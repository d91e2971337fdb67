/** Who the dashboard acts as: the holder of a session or of a credential, and in dev without credentials everybody. */
import type { Principal } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import { devPrincipal } from './dev-principal.ts';
import { sessionPrincipal } from './session.ts';
import { readSession } from './session-cookie.ts';

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
