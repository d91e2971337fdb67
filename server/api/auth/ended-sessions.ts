/**
 * Sessions that were signed out before they expired. A session is a sealed cookie, and every copy of it stays
 * valid; so its id is stored until the session would have expired. Lookups are cached for 30 s, as for keys.
 */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../platform/runtime.ts';
import { endedSessionStore } from './ended-session-store.ts';

const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/** What identifies a session, and when it expires. */
interface EndingSession {
  id: string;
  tenant: string;
  until: number;
}

interface CachedSession {
  ended: boolean;
  until: number;
}

const remembered = (runtime: Runtime) =>
  runtime.once('auth.ended-sessions', () => new LRUCache<string, CachedSession>({ max: MAX_REMEMBERED }));

const cacheKey = ({ tenant, id }: EndingSession) => `${tenant}\n${id}`;

/** Ends a session: at once in this process, within 30 s in others that have it in their cache. */
export async function signOutSession(runtime: Runtime, session: EndingSession): Promise<void> {
  const { tenant, id, until } = session;
  await runtime.db.write((tx) => endedSessionStore(tx, tenant).add(id, new Date(until)));
  remembered(runtime).set(cacheKey(session), { ended: true, until });
}

/** Whether a session was signed out, here or in another process. */
export async function hasSignedOut(runtime: Runtime, session: EndingSession): Promise<boolean> {
  const cache = remembered(runtime);
  const key = cacheKey(session);
  const now = runtime.clock().getTime();
  const known = cache.get(key);
  if (known !== undefined && known.until > now) return known.ended;
  const ended = await endedSessionStore(runtime.db.read, session.tenant).has(session.id);
  // A sign-out during the read takes precedence.
  if (cache.get(key)?.ended !== true) cache.set(key, { ended, until: now + REMEMBER_MS });
  return ended || cache.get(key)?.ended === true;
}
