/**
 * Who is in the sample world: a browser that has its cookie and brings the authority over the whole gateway,
 * while the world is there. For everybody else the cookie says nothing, so that a key or a token never leads
 * out of its own tenant.
 */
import { type Principal, SAMPLE_TENANT } from '../../domain/principal.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isSampleLoaded, isSampleWorld } from '../../sample/index.ts';
import { parseCookies, secureCookies } from './session.ts';

const VALUE = SAMPLE_TENANT;

function cookieName(runtime: Runtime): string {
  return `${secureCookies(runtime) ? '__Secure-' : ''}whetstone.world`;
}

/** The `Set-Cookie` header that lets a browser enter the sample world, or leave it. It ends with the browser. */
export function visitCookie(runtime: Runtime, entered: boolean): string {
  const secure = secureCookies(runtime) ? '; Secure' : '';
  const value = entered ? VALUE : '; Max-Age=0';
  return `${cookieName(runtime)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The operator in the tenant that its browser shows: the one it is signed in to, or the sample world. */
export async function inShownTenant(
  runtime: Runtime,
  principal: Principal,
  cookies: string | undefined,
): Promise<Principal> {
  const operator = { home: principal.tenant };
  const isAsked = parseCookies(cookies)[cookieName(runtime)] === VALUE;
  const isInside = isAsked && (await isSampleLoaded(runtime));
  return { ...principal, operator, tenant: isInside ? SAMPLE_TENANT : principal.tenant };
}

/**
 * The principal of a token, unless its tenant's name is taken by the sample world: what it would write there
 * would go with the world. Throws 403.
 */
export async function refuseInSample(runtime: Runtime, principal: Principal): Promise<Principal> {
  if (!(await isSampleWorld(runtime, principal.tenant))) return principal;
  const detail = `the tenant ${SAMPLE_TENANT} holds the sample world of this gateway until its operator removes it`;
  throw new ServiceError('forbidden', detail);
}
