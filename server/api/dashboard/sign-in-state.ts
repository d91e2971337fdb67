/** What the sign-in page offers, or why it can offer nothing. */

import { authenticationDisabled } from '../../platform/config/config.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { sessionSecret } from '../auth/index.ts';

export interface SignInState {
  /** `open`: everybody is signed in. `form`: a key or SSO. `closed`: nobody until `missing` is set. */
  mode: 'open' | 'form' | 'closed';
  /** The variable that has to be set; null unless closed. */
  missing: string | null;
  /** Whether the operator's key may be used. */
  operator: boolean;
  sso: boolean;
  /** The claim that must name the tenant. */
  tenantClaim: string;
}

/** Whether "Sign in with SSO" can be offered. */
export function offersSso({ config: { credentials } }: Runtime): boolean {
  const { oidcClientId, oidcClientSecret, oidcIssuer } = credentials;
  return oidcClientId !== null && oidcClientSecret !== null && oidcIssuer !== null;
}

/** The state of this process's sign-in. */
export async function signInState(): Promise<SignInState> {
  const runtime = await processRuntime();
  const { bootstrapAdminKey, oidcJwksUrl, oidcTenantClaim: tenantClaim } = runtime.config.credentials;
  const offers = { operator: bootstrapAdminKey !== null, sso: offersSso(runtime), tenantClaim };
  const closed = (missing: string): SignInState => ({ mode: 'closed', missing, ...offers });
  if (authenticationDisabled(runtime.config)) return { mode: 'open', missing: null, ...offers };
  if (bootstrapAdminKey === null && oidcJwksUrl === null) return closed('SERVICE_BOOTSTRAP_ADMIN_KEY');
  if ((await sessionSecret(runtime)) === null) return closed('SERVICE_SESSION_SECRET');
  return { mode: 'form', missing: null, ...offers };
}
