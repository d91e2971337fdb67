/** The cookie of a dashboard session: its name, how it is sealed and how it is read again. */
import { decode } from 'next-auth/jwt';
import { publicUrl } from '../platform/config/config.ts';
import type { Runtime } from '../platform/runtime.ts';
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
  const token = cookieValue(cookies, sessionCookieName(runtime));
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

function cookieValue(cookies: string | undefined, name: string): string | null {
  for (const pair of cookies?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
