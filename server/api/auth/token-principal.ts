/** Tokens of the configured identity provider: their signature, claims, tenant and scopes. */
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isScope } from '../../domain/admin/key.ts';
import { isTenant, type Principal, type Scope, TENANT_FORM } from '../../domain/principal.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { signingKeys, tokenRefusal, verifiedClaims } from './signing-keys.ts';

const SCOPE_CLAIMS = ['scp', 'scope', 'roles', 'permissions'] as const;
const SCOPE_PREFIX = 'service.';

/** A subject, as the audit log can show it: at most 255 characters (OpenID Connect), none invisible. */
const SUBJECT = /^[^\p{C}\p{Zl}\p{Zp}]{1,255}$/u;

function words(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function withoutPrefix(name: string): string {
  return name.startsWith(SCOPE_PREFIX) ? name.slice(SCOPE_PREFIX.length) : name;
}

function realmRoles(payload: JWTPayload): unknown {
  const { realm_access: realm } = payload;
  return typeof realm === 'object' && realm !== null && 'roles' in realm ? realm.roles : undefined;
}

/**
 * The union of the claims `scp`, `scope`, `roles`, `permissions` and `realm_access.roles`, each a
 * space-separated text or a list. A prefix `service.` is stripped, unknown scopes are ignored, and client
 * roles (`resource_access`) are not read.
 */
export function readScopes(payload: JWTPayload): ReadonlySet<Scope> {
  const claims = [...SCOPE_CLAIMS.map((claim) => payload[claim]), realmRoles(payload)];
  const names = claims.flatMap(words).map(withoutPrefix);
  return new Set(names.filter(isScope));
}

/** The subject, or null where the audit log could not name it. */
export function readSubject({ sub }: JWTPayload): string | null {
  return typeof sub === 'string' && SUBJECT.test(sub) ? sub : null;
}

/** The text of the claim that names the tenant, or null where the token has none. */
export function readTenant(payload: JWTPayload, claim: string): string | null {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Asymmetric ones only: with HMAC, everybody who can verify a token could also make one. */
const ALGORITHMS = ['RS256', 'ES256', 'PS256'];

const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether `token` has the form of a signed JWT: three base64url parts. */
export function isTokenShaped(token: string): boolean {
  return SHAPE.test(token);
}

/** A token that is refused, with a word for why, and the subject where the signature proves it. */
export class RefusedToken extends ServiceError {
  readonly reason: string;
  readonly subject: string | null;

  constructor(
    kind: 'unauthenticated' | 'forbidden',
    detail: string,
    why: { reason: string; subject: string | null },
  ) {
    super(kind, detail);
    this.reason = why.reason;
    this.subject = why.subject;
  }
}

async function verifiedPayload(runtime: Runtime, jwksUrl: string, token: string): Promise<JWTPayload> {
  const { oidcIssuer, oidcAudience } = runtime.config.credentials;
  const keys: JWTVerifyGetKey = runtime.once('oidc.keys', () => signingKeys(runtime, jwksUrl));
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iss', 'sub'],
      currentDate: runtime.clock(),
      ...(oidcIssuer === null ? {} : { issuer: oidcIssuer }),
      ...(oidcAudience === null ? {} : { audience: oidcAudience }),
    });
    return payload;
  } catch (error) {
    if (isServiceError(error)) throw error;
    const refusal = tokenRefusal(error);
    if (refusal === null) runtime.log.warn('oidc.token_not_verified', errorFields(error));
    const { reason, text } = refusal ?? { reason: 'not_verified', text: 'Unable to verify the token' };
    const claims = verifiedClaims(error);
    const subject = claims === null ? null : readSubject(claims);
    throw new RefusedToken('unauthenticated', `invalid token: ${text}`, { reason, subject });
  }
}

/**
 * The holder of `token`, verified with the keys at `jwksUrl`. Throws 401 with the reason, and 403 where the
 * claim that names the tenant is missing. No clock skew is forgiven. The limit is counted per tenant and
 * subject, because two tenants of one provider may have the same subject.
 */
export async function tokenPrincipal(runtime: Runtime, jwksUrl: string, token: string): Promise<Principal> {
  const payload = await verifiedPayload(runtime, jwksUrl, token);
  const subject = readSubject(payload);
  if (subject === null) {
    const detail = 'invalid token: Invalid "sub" claim';
    throw new RefusedToken('unauthenticated', detail, { reason: 'invalid_sub', subject });
  }
  const claim = runtime.config.credentials.oidcTenantClaim;
  const tenant = readTenant(payload, claim);
  if (tenant === null) {
    throw new RefusedToken('forbidden', `token has no '${claim}' claim`, { reason: 'no_tenant', subject });
  }
  if (!isTenant(tenant)) {
    const detail = `the '${claim}' claim must be ${TENANT_FORM}`;
    throw new RefusedToken('forbidden', detail, { reason: 'invalid_tenant', subject });
  }
  return {
    tenant,
    actor: `oidc:${subject}`,
    bucket: `oidc:${subject}\n${tenant}`,
    scopes: readScopes(payload),
  };
}
