/** The sign-in endpoints below `/api/auth`: what reaches the library, and what becomes of its replies. */

import { publicUrl } from '../../platform/config/config.ts';
import { nameDashboardAddress } from '../../platform/config/environment.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { admitGuess, sessionSecret } from '../auth/index.ts';
import { exchange } from './sign-in-exchange.ts';
import { type DeferredError, signInOptions } from './sign-in-options.ts';

/** The library's actions that are on. `_log` is not, since it writes what any stranger sends to the log. */
const ACTIONS: Record<string, readonly string[]> = {
  GET: ['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout'],
  POST: ['callback', 'session', 'signin', 'signout'],
};

/** Answers an endpoint of the sign-in library: csrf, providers, signin, callback, session, signout. */
export async function answerSignIn(runtime: Runtime, request: Request): Promise<Response> {
  noteRequest({ route: '/api/auth' });
  try {
    return await respond(runtime, request);
  } catch (error) {
    const { status, headers, body } = errorReply(error, runtime.log);
    const reply = { ...(JSON.parse(String(body)) as object), ...errorPage(runtime, error) };
    return Response.json(reply, { status, headers });
  }
}

async function respond(runtime: Runtime, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.split('/').slice(3);
  if (ACTIONS[request.method]?.includes(path[0] ?? '') !== true)
    throw new ServiceError('not_found', 'not found');
  if (request.method === 'POST') admitGuess(runtime);
  // Signing in costs some milliseconds at once: of many that arrive together, each has a turn of its own.
  await nextTurn();
  const secret = await sessionSecret(runtime);
  if (secret === null) {
    throw new ServiceError('unavailable', 'sign-in is not configured: set SERVICE_SESSION_SECRET');
  }
  const base = publicUrl(runtime.config);
  nameDashboardAddress(base);
  const kept: DeferredError = { error: null };
  const { maxRequestBytes: maxBytes } = runtime.config.server;
  const options = signInOptions(runtime, secret, kept);
  const response = await exchange(request, path, { base, maxBytes, options });
  if (kept.error !== null) throw kept.error;
  return response;
}

/** The library's client reads the reason for a refusal from a URL. */
function errorPage(runtime: Runtime, error: unknown): { url?: string } {
  if (!isServiceError(error) || error.kind !== 'rate_limited') return {};
  return { url: `${publicUrl(runtime.config)}/sign-in?error=too_many_attempts` };
}
