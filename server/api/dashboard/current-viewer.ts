/** What the frame of the dashboard needs to know before it paints: who looks, and the nonce of this document. */
import { headers } from 'next/headers';
import { type Principal, SCOPES, type Scope } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import { isServiceError } from '../../platform/errors.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { authenticateBrowser } from '../auth/index.ts';

interface Viewer {
  tenant: string;
  actor: string;
  scopes: Scope[];
  canSignOut: boolean;
}

/** The viewer, null where nobody is signed in; `nonce` is that of the policy the document goes out with. */
export async function currentViewer(): Promise<{ viewer: Viewer | null; nonce: string }> {
  const [principal, sent, { config }] = await Promise.all([currentPrincipal(), headers(), processRuntime()]);
  const nonce = /'nonce-([^']+)'/.exec(sent.get('content-security-policy') ?? '')?.[1] ?? '';
  if (principal === null) return { viewer: null, nonce };
  const { tenant, actor } = principal;
  const scopes = SCOPES.filter((scope) => principal.scopes.has(scope));
  return { viewer: { tenant, actor, scopes, canSignOut: !authenticationDisabled(config) }, nonce };
}

/** Who looks at a page, for what is rendered on the server. */

/** The holder of the request's session; null where nobody is signed in. */
export async function currentPrincipal(): Promise<Principal | null> {
  const known = currentRequest()?.viewer;
  if (known !== undefined) return known;
  const [runtime, sent] = [await processRuntime(), await headers()];
  try {
    return await authenticateBrowser(runtime, { cookies: sent.get('cookie') ?? undefined });
  } catch (error) {
    if (isServiceError(error) && error.kind === 'unauthenticated') return null;
    throw error;
  }
}
