/** The cookie of a dashboard session: its name, how it is sealed and how it is read again. */
import { decode } from 'next-auth/jwt';
import { publicUrl } from '../../platform/config/config.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Session, sessionSchema } from './session.ts';
import { sessionSecret } from './session-secret.ts';

/** Whether cookies travel over https alone: where browsers reach the service by https. */
export function secureCookies(runtime: Runtime): boolean {
  return publicUrl(runtime.config).startsWith('https://');
}

/** The cookie's name; the prefix makes browsers refuse it from an insecure page. */
export function sessionCookieName(runtime: Runtime): string {
  return `${secureCookies(runtime) ? '__Secure-' : ''}whetstone.session`;
}

/** The session of a `Cookie` header; null where it has none, or none that this service sealed. */
export async function readSession(runtime: Runtime, cookies: string | undefined): Promise<Session | null> {
  const token = cookiesOf(cookies)[sessionCookieName(runtime)] ?? null;
  const secret = token === null ? null : await sessionSecret(runtime);
  if (token === null || secret === null) return null;
  const parsed = sessionSchema.safeParse((await opened(token, secret))?.['session']);
  return parsed.success ? parsed.data : null;
}

/** What was sealed; null for a token that is forged, damaged, or sealed with an earlier secret: nobody is signed in. */
async function opened(token: string, secret: string): Promise<Record<string, unknown> | null> {
  try {
    return await decode({ token, secret });
  } catch {
    return null;
  }
}

/** The cookies of a `Cookie` header by name; of several with one name the first. */
export function cookiesOf(header: string | undefined): Record<string, string> {
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
