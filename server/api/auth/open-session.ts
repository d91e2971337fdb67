/** Signing in to the dashboard. The sign-in page puts the codes of refusals into words. */
import type { JWTPayload } from 'jose';
import { findKey, hashKey, noteSignIn } from '../../admin/keys/index.ts';
import { KEY_PREFIX } from '../../domain/admin/key.ts';
import { personName } from '../../domain/admin/person.ts';
import { isTenant, type Scope } from '../../domain/principal.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isBootstrapKey } from './dev-and-operator.ts';
import { bootstrapMark, type Session } from './session.ts';
import { isTokenShaped, readScopes, readSubject, readTenant, tokenPrincipal } from './token-principal.ts';

/** How long a session lasts at most: a working day. */
export const SESSION_SECONDS = 12 * 60 * 60;

type Refusal =
  | 'invalid_key'
  | 'operator_key'
  | 'not_operator_key'
  | 'invalid_tenant'
  | 'no_scopes'
  | 'bound_key'
  | 'no_tenant_claim'
  | 'invalid_tenant_claim'
  | 'no_subject';

/** A new session, or why there is none. */
export type SessionResult = { session: Session } | { refused: Refusal };

function latestEnd(runtime: Runtime): number {
  return runtime.clock().getTime() + SESSION_SECONDS * 1000;
}

/** A session of `tenant` that lasts as long as any may. */
function newSession(runtime: Runtime, tenant: string): { id: string; tenant: string; until: number } {
  return { id: runtime.newId('session'), tenant, until: latestEnd(runtime) };
}

/** Opens a session with a tenant's API key; the key determines the tenant. */
export async function openWithKey(runtime: Runtime, rawKey: string): Promise<SessionResult> {
  if (isBootstrapKey(runtime.config, rawKey)) return { refused: 'operator_key' };
  const key = rawKey.startsWith(KEY_PREFIX) ? await findKey(runtime, rawKey) : null;
  if (key === null) return { refused: 'invalid_key' };
  if (key.scopes.length === 0) return { refused: 'no_scopes' };
  if (key.agents.length > 0) return { refused: 'bound_key' };
  return { session: { kind: 'key', hash: hashKey(rawKey), ...newSession(runtime, key.tenant) } };
}

/** Opens a session with the operator's key, in the named tenant. */
export function openAsOperator(
  runtime: Runtime,
  { key, tenant }: { key: string; tenant: string },
): SessionResult {
  if (!isBootstrapKey(runtime.config, key)) return { refused: 'not_operator_key' };
  if (!isTenant(tenant)) return { refused: 'invalid_tenant' };
  return { session: { kind: 'bootstrap', mark: bootstrapMark(key), ...newSession(runtime, tenant) } };
}

/** A provider's answer: the verified claims of the ID token, and the access token where there is one. */
export interface ProviderAnswer {
  claims: JWTPayload;
  accessToken: string | null;
  /** When the access token ends, in seconds. */
  accessEnds: number | null;
}

/**
 * Opens a session with a provider's answer. Tenant and scopes come from the access token where the API would
 * accept it too, else from the ID token; of an access token without scopes, the ID token's are used where it
 * names no other tenant. The session ends with the later of the two tokens. Who signs in is kept by name.
 */
export async function openWithProvider(runtime: Runtime, answer: ProviderAnswer): Promise<SessionResult> {
  const { oidcIssuer: issuer, oidcTenantClaim } = runtime.config.credentials;
  const subject = readSubject(answer.claims);
  if (subject === null || issuer === null) return { refused: 'no_subject' };
  const granted = await accessTokenGrant(runtime, answer.accessToken);
  const named = readTenant(answer.claims, oidcTenantClaim);
  const tenant = granted?.tenant ?? named;
  if (tenant === null) return { refused: 'no_tenant_claim' };
  if (!isTenant(tenant)) return { refused: 'invalid_tenant_claim' };
  const ofIdToken = named === null || named === tenant ? readScopes(answer.claims) : [];
  const scopes = [...(granted !== null && granted.scopes.size > 0 ? granted.scopes : ofIdToken)];
  if (scopes.length === 0) return { refused: 'no_scopes' };
  const ends = Math.max(answer.claims.exp ?? 0, answer.accessEnds ?? 0) * 1000;
  const opened = newSession(runtime, tenant);
  const until = Math.min(ends, opened.until);
  const name = personName(answer.claims, subject);
  await noteSignIn(runtime, tenant, { actor: `oidc:${subject}`, name });
  return { session: { kind: 'oidc', issuer, subject, scopes, ...opened, until } };
}

/** What an access token allows; null for a token that the API would not accept, such as an opaque one. */
async function accessTokenGrant(
  runtime: Runtime,
  token: string | null,
): Promise<{ tenant: string; scopes: ReadonlySet<Scope> } | null> {
  const { oidcJwksUrl } = runtime.config.credentials;
  if (oidcJwksUrl === null || token === null || !isTokenShaped(token)) return null;
  try {
    return await tokenPrincipal(runtime, oidcJwksUrl, token);
  } catch (error) {
    runtime.log.info('sign-in.access_token_unused', errorFields(error));
    return null;
  }
}
