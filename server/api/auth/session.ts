/**
 * Who a dashboard session acts as. A session says only how its holder signed in; what that is worth is asked
 * again for every request, so that a revoked key, a changed operator's key, a removed provider or signing out
 * ends it, wherever its cookie was copied to.
 */
import { createHash } from 'node:crypto';
import type { JWT, JWTDecodeParams } from 'next-auth/jwt';
import { z } from 'zod';
import { findKeyByHash, type KnownKey, keyUsage } from '../../admin/keys/index.ts';
import { type Principal, SCOPES } from '../../domain/principal.ts';
import { publicUrl } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { bootstrapPrincipal } from './dev-and-operator.ts';
import { hasSignedOut } from './ended-sessions.ts';
import { sessionSecret } from './session-secret.ts';

const common = {
  id: z.string(),
  tenant: z.string(),
  until: z.number().describe('When the session ends, in milliseconds of the server’s clock'),
};

/** What a session's cookie holds, encrypted. The credential itself is not in it, only what identifies it. */
export const sessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), hash: z.string(), ...common }),
  z.object({ kind: z.literal('bootstrap'), mark: z.string(), ...common }),
  z.object({
    kind: z.literal('oidc'),
    issuer: z.string(),
    subject: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    ...common,
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

/** Identifies the operator's key in a session. The key cannot be derived from it; no other hash equals it. */
export function bootstrapMark(key: string): string {
  return createHash('sha256').update(`whetstone session\n${key}`).digest('hex');
}

function ended(): ServiceError {
  return new ServiceError('unauthenticated', 'the session has ended');
}

/** The principal of a session. Throws 401 where it has ended or its credential is no longer valid. */
export async function sessionPrincipal(runtime: Runtime, session: Session): Promise<Principal> {
  if (session.until <= runtime.clock().getTime() || (await hasSignedOut(runtime, session))) throw ended();
  switch (session.kind) {
    case 'key':
      return await keySession(runtime, session.hash);
    case 'bootstrap': {
      const { bootstrapAdminKey: key } = runtime.config.credentials;
      if (key === null || bootstrapMark(key) !== session.mark) throw ended();
      return bootstrapPrincipal(session.tenant);
    }
    case 'oidc': {
      const { oidcClientId, oidcIssuer } = runtime.config.credentials;
      if (oidcClientId === null || oidcIssuer !== session.issuer) throw ended();
      const { tenant, subject, scopes } = session;
      const actor = `oidc:${subject}`;
      return { tenant, actor, bucket: `${actor}\n${tenant}`, scopes: new Set(scopes) };
    }
    default:
      return session satisfies never;
  }
}

async function keySession(runtime: Runtime, hash: string): Promise<Principal> {
  const key = await findKeyByHash(runtime, hash);
  if (key === null) throw ended();
  return principalOf(runtime, key);
}

/** The principal of a valid key, whose use is noted. */
export function principalOf(runtime: Runtime, { tenant, id, scopes, agents }: KnownKey): Principal {
  keyUsage(runtime).note(tenant, id);
  const principal = { tenant, actor: `key:${id}`, bucket: id, scopes: new Set(scopes) };
  return agents.length === 0 ? principal : { ...principal, agents: new Set(agents) };
}

/** Whether cookies are sent over https only: where browsers reach the service by https. */
export function secureCookies(runtime: Runtime): boolean {
  return publicUrl(runtime.config).startsWith('https://');
}

/** The cookie's name. Its prefix makes browsers refuse the cookie from an insecure page. */
export function sessionCookieName(runtime: Runtime): string {
  return `${secureCookies(runtime) ? '__Secure-' : ''}whetstone.session`;
}

/** The session of a `Cookie` header; null where it has none, or none that this service sealed. */
export async function readSession(runtime: Runtime, cookies: string | undefined): Promise<Session | null> {
  const token = parseCookies(cookies)[sessionCookieName(runtime)] ?? null;
  const secret = token === null ? null : await sessionSecret(runtime);
  if (token === null || secret === null) return null;
  const parsed = sessionSchema.safeParse((await openToken({ token, secret }))?.['session']);
  return parsed.success ? parsed.data : null;
}

/** The content of a sealed token; null where it is forged, damaged, or sealed with an earlier secret. */
async function openToken(sealed: JWTDecodeParams): Promise<JWT | null> {
  // Loaded with the first session, which no agent has.
  const { decode } = await import('next-auth/jwt');
  try {
    return await decode(sealed);
  } catch {
    return null;
  }
}

/** The cookies of a `Cookie` header by name; of several with one name the first. */
export function parseCookies(header: string | undefined): Record<string, string> {
  const found = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (name !== '' && !found.has(name)) found.set(name, decoded(pair.slice(at + 1).trim()));
  }
  return Object.fromEntries(found);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
