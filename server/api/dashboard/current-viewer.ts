/** What the dashboard's frame needs before it renders: the viewer, and the nonce of this document. */
import { headers } from 'next/headers';
import { actorNames } from '../../admin/keys/index.ts';
import { FIRST_PAGE, ownPath, signInPath } from '../../domain/own-path.ts';
import { type Principal, SAMPLE_TENANT, SCOPES, type Scope } from '../../domain/principal.ts';
import { authenticationDisabled, publicUrl } from '../../platform/config/config.ts';
import { isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { isServiceError } from '../../platform/errors.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { authenticateBrowser } from '../auth/index.ts';

/** Who looks at the dashboard. */
export interface Viewer {
  tenant: string;
  actor: string;
  /** What a key is called; null of all others. */
  actorName: string | null;
  scopes: readonly Scope[];
  /** False where authentication is off. */
  canSignOut: boolean;
  /** The base URL that agents and browsers use. */
  publicUrl: string;
  /** Whether the viewer runs this gateway. */
  operator: boolean;
  /** Whether the viewer is in the sample world, or may enter it; null where neither. */
  sampleWorld: 'inside' | 'open' | null;
}

/** The viewer, null where nobody is signed in, and the nonce of the document's Content-Security-Policy. */
export async function currentViewer(): Promise<{ viewer: Viewer | null; nonce: string }> {
  const [principal, sent, runtime] = await Promise.all([currentPrincipal(), headers(), processRuntime()]);
  const nonce = /'nonce-([^']+)'/.exec(sent.get('content-security-policy') ?? '')?.[1] ?? '';
  if (principal === null) return { viewer: null, nonce };
  const { tenant, actor } = principal;
  const scopes = SCOPES.filter((scope) => principal.scopes.has(scope));
  const who = { tenant, actor, actorName: await actorName(runtime, principal), scopes };
  const gateway = {
    canSignOut: !authenticationDisabled(runtime.config),
    publicUrl: publicUrl(runtime.config),
    operator: principal.operator !== undefined,
  };
  return { viewer: { ...who, ...gateway, sampleWorld: sampleWorldOf(principal) }, nonce };
}

/** What the viewer's key is called. A page that needs nothing else of the database goes without while it is away. */
async function actorName(runtime: Runtime, { tenant, actor }: Principal): Promise<string | null> {
  try {
    return (await actorNames(runtime, tenant, [actor])).get(actor) ?? null;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

function sampleWorldOf({ tenant, operator }: Principal): Viewer['sampleWorld'] {
  if (operator === undefined || operator.home === SAMPLE_TENANT) return null;
  return tenant === SAMPLE_TENANT ? 'inside' : 'open';
}

/** Where who is signed in goes on: the page of this dashboard that `next` names, else the first one. */
export function landingPath(next: string | null): string {
  return ownPath(next ?? '') ?? FIRST_PAGE;
}

/** Where who is not signed in is sent: the sign-in page, which leads back to the page that was asked for. */
export function signInAddress(): string {
  return signInPath(currentRequest()?.page);
}

/** The principal of the request's session, for what the server renders; null where nobody is signed in. */
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
