/** What a verified token says of its holder: subject, tenant and scopes, whatever claims a provider puts them in. */
import type { JWTPayload } from 'jose';
import { isScope } from '../../domain/admin/key.ts';
import type { Scope } from '../../domain/principal.ts';

const SCOPE_CLAIMS = ['scp', 'scope', 'roles', 'permissions'] as const;
const SCOPE_PREFIX = 'service.';

/** Subjects go into the audit log and the rate limiter's keys: at most 255 characters (OpenID Connect), none invisible. */
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
 * The union of the claims `scp`, `scope`, `roles`, `permissions` and `realm_access.roles`, each a space-separated
 * text or a list. A prefix `service.` is stripped, what is no scope of ours is ignored, and client roles
 * (`resource_access`) are not read.
 */
export function scopesOf(payload: JWTPayload): ReadonlySet<Scope> {
  const claims = [...SCOPE_CLAIMS.map((claim) => payload[claim]), realmRoles(payload)];
  const names = claims.flatMap(words).map(withoutPrefix);
  return new Set(names.filter(isScope));
}

/** The subject, or null where it is none that can be named in the audit log. */
export function subjectOf({ sub }: JWTPayload): string | null {
  return typeof sub === 'string' && SUBJECT.test(sub) ? sub : null;
}

/** The text of the claim that names the tenant, or null where the token has none. */
export function tenantOf(payload: JWTPayload, claim: string): string | null {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}
