/**
 * Sessions that were signed out before their time. A session is a sealed cookie, which goes on being good wherever it was
 * copied to; so its id is kept until it would have ended by itself. Asked like keys: remembered for 30 s at most.
 */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../platform/runtime.ts';
import { endedSessionStore } from './ended-session-store.ts';

const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/** What tells one session from every other, and when it ends by itself. */
interface SessionMark {
  id: string;
  tenant: string;
  until: number;
}

interface Remembered {
  ended: boolean;
  until: number;
}

const remembered = (runtime: Runtime) =>
  runtime.once('auth.ended-sessions', () => new LRUCache<string, Remembered>({ max: MAX_REMEMBERED }));

const nameOf = ({ tenant, id }: SessionMark) => `${tenant}\n${id}`;

/** Ends a session for good: at once in this process, within 30 s in others that have just seen it. */
export async function signOutSession(runtime: Runtime, session: SessionMark): Promise<void> {
  const { tenant, id, until } = session;
  await runtime.db.write((tx) => endedSessionStore(tx, tenant).add(id, new Date(until)));
  remembered(runtime).set(nameOf(session), { ended: true, until });
}

/** Whether a session was signed out, here or in another process. */
export async function hasSignedOut(runtime: Runtime, session: SessionMark): Promise<boolean> {
  const cache = remembered(runtime);
  const name = nameOf(session);
  const asOf = runtime.clock().getTime();
  const known = cache.get(name);
  if (known !== undefined && known.until > asOf) return known.ended;
  const ended = await endedSessionStore(runtime.db.read, session.tenant).has(session.id);
  // Who signed out while this was read has written the last word.
  if (cache.get(name)?.ended !== true) cache.set(name, { ended, until: asOf + REMEMBER_MS });
  return ended || cache.get(name)?.ended === true;
}
