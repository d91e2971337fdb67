/** The secret that seals dashboard sessions: configured, or in dev generated once and then stored. */
import { randomBytes } from 'node:crypto';
import { stateStore } from '../../platform/db/state-store.ts';
import type { Runtime } from '../../platform/runtime.ts';

const SECRET_BYTES = 32;
const KEY = 'session-secret';

/** The secret, or null where sign-in is not configured: outside dev without SERVICE_SESSION_SECRET. */
export async function sessionSecret(runtime: Runtime): Promise<string | null> {
  const { credentials, server } = runtime.config;
  if (credentials.sessionSecret !== null) return credentials.sessionSecret;
  if (server.env !== 'dev') return null;
  const kept = runtime.once<{ secret: Promise<string> | null }>('auth.session-secret', () => ({
    secret: null,
  }));
  // A failed read is not cached.
  kept.secret ??= storedSecret(runtime).catch((error: unknown) => {
    kept.secret = null;
    throw error;
  });
  return await kept.secret;
}

/** Processes that start at the same time all use the secret that was stored first. */
async function storedSecret(runtime: Runtime): Promise<string> {
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  return await runtime.db.write(async (tx) => await stateStore(tx).keep(KEY, made));
}
