/** What the frame of the dashboard needs to know before it paints: who looks, and the nonce of this document. */
import { headers } from 'next/headers';
import { SCOPES, type Scope } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentPrincipal } from './current-principal.ts';

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
