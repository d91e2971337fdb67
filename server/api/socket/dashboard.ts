/**
 * The dashboard behind the gateway's socket. Next is prepared once. Every page gets a Content-Security-Policy
 * with a nonce of its own, so that learned text can never run as a script.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { processEnvironment } from '../../platform/config/environment.ts';
import { type DatabaseUnavailable, isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { type GatewayReply, jsonReply, splitTarget } from '../../platform/http/message.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { authenticateBrowser, sessionSecret } from '../auth/index.ts';
import type { Fallback } from './listener.ts';
import { writeReply } from './write-reply.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The policy of a page: scripts only with this request's nonce, everything else from this origin only. */
function contentPolicy(nonce: string, hotReload: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${hotReload ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${hotReload ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${hotReload ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE = /^\/(?!_next\/|api\/)/;

/**
 * The reply where the database cannot tell who views a page, else null. Checked before the page is rendered,
 * since a page that fails while it streams can no longer have status 503.
 */
async function unavailablePage(runtime: Runtime, message: IncomingMessage) {
  const { method, url, headers } = message;
  if (!(method === 'GET' || method === 'HEAD') || !PAGE.test(url ?? '')) return null;
  try {
    await sessionSecret(runtime);
    const viewer = await authenticateBrowser(runtime, { cookies: headers.cookie });
    noteRequest({ viewer });
    return null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) return null;
    const reply = errorReply(error, runtime.log);
    return wantsPage(message) ? htmlReply(reply, error) : reply;
  }
}

function htmlReply({ status, headers }: GatewayReply, { detail, retryAfterSeconds }: DatabaseUnavailable) {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Whetstone</title>
<h1>Whetstone cannot show this page now</h1><p>Reason: ${detail}. Try again in ${retryAfterSeconds} seconds.</p></html>`;
  return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body };
}

interface RoutesManifest {
  staticRoutes: { regex: string }[];
  dynamicRoutes: { regex: string }[];
}

/** The paths that Next has a route for, as its build lists them. */
function builtRoutes(): RegExp[] {
  const text = readFileSync(join(ROOT, '.next/routes-manifest.json'), 'utf8');
  const { staticRoutes, dynamicRoutes } = JSON.parse(text) as RoutesManifest;
  return [...staticRoutes, ...dynamicRoutes].map(({ regex }) => new RegExp(regex, 'i'));
}

const wantsPage = ({ headers }: IncomingMessage) => headers.accept?.includes('text/html') === true;

/** The reply to a program that asks for a path that nobody knows; null where Next answers. */
function unknownPath(routes: RegExp[], message: IncomingMessage): GatewayReply | null {
  const { path } = splitTarget(message.url ?? '/');
  const isKnown = path.startsWith('/_next/') || routes.some((route) => route.test(path));
  return isKnown || wantsPage(message) ? null : jsonReply(404, { detail: 'not found' });
}

/** Prepares Next. `handle` answers any path; `close` ends what Next keeps open. */
export async function createDashboard(
  runtime: Runtime,
  server: Server,
): Promise<{ handle: Fallback; close: () => Promise<void> }> {
  const hotReload = processEnvironment().NODE_ENV === 'development';
  const { port } = runtime.config.server;
  // Next drops every upgrade but hot reload's on the server it is given, also a client's offer to speak
  // HTTP/2, which must be ignored. Outside development it gets a server that nobody connects to.
  const httpServer = hotReload ? server : createServer();
  const app = next({ dev: hotReload, dir: ROOT, port, httpServer });
  await app.prepare();
  const pages = app.getRequestHandler();
  // In development routes come and go, and Next's own page says so.
  const routes = hotReload ? [/./] : builtRoutes();
  return {
    async handle(message: IncomingMessage, response: ServerResponse) {
      const policy = contentPolicy(randomBytes(16).toString('base64'), hotReload);
      message.headers['content-security-policy'] = policy;
      response.setHeader('content-security-policy', policy);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'same-origin');
      const reply = unknownPath(routes, message) ?? (await unavailablePage(runtime, message));
      if (reply === null) await pages(message, response);
      else await writeReply(response, reply, { headOnly: message.method === 'HEAD' });
    },
    close: () => app.close(),
  };
}
