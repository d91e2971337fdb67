/**
 * The dashboard behind the gateway's socket: what its pages call, and the pages. These are prepared when one is
 * first asked for, so that a gateway that only agents use never loads them. Every page gets a
 * Content-Security-Policy with a nonce of its own, so that learned text can never run as a script.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processEnvironment } from '../../platform/config/environment.ts';
import { isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { type GatewayReply, jsonReply, splitTarget } from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/log.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { authenticateBrowser, sessionSecret } from '../auth/index.ts';
import { answerDashboardCall } from './dashboard-api.ts';
import type { Fallback } from './listener.ts';
import { noticeReply } from './notice-page.ts';
import { offerPageCalls } from './page-calls.ts';
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

const PAGE = /^\/(?!_next\/)/;

/**
 * The reply where the database cannot tell who views a page, else null. Checked before the page is rendered,
 * since a page that fails while it streams can no longer have status 503.
 */
async function unavailablePage(runtime: Runtime, message: IncomingMessage) {
  const { method, url, headers } = message;
  if (!(method === 'GET' || method === 'HEAD') || !PAGE.test(url ?? '')) return null;
  if (url !== undefined) noteRequest({ page: url });
  try {
    await sessionSecret(runtime);
    const viewer = await authenticateBrowser(runtime, { cookies: headers.cookie });
    noteRequest({ viewer });
    return null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) return null;
    const reply = errorReply(error, runtime.log);
    const text = `Reason: ${error.detail}. Try again in ${error.retryAfterSeconds} seconds.`;
    const title = 'Whetstone cannot show this page now';
    return wantsPage(message) ? noticeReply(reply, message, { title, text }) : reply;
  }
}

/** As long as pages that are built already take to load on a slow machine. */
const PATIENCE_MS = 4000;
const RELOAD_SECONDS = 2;
/** How long the pages usually take to prepare on two cores. */
const USUAL_SECONDS = 30;

/** The reply while the pages are being prepared, `seconds` after that began. A browser asks again by itself. */
function preparingReply(message: IncomingMessage, seconds: number): GatewayReply {
  const headers = { 'retry-after': String(RELOAD_SECONDS), 'cache-control': 'no-store' };
  const detail = `preparing the dashboard, about ${USUAL_SECONDS} s; try again`;
  const reply = jsonReply(503, { detail }, headers);
  if (!wantsPage(message)) return reply;
  return noticeReply(reply, message, {
    title: 'Preparing the dashboard',
    text: 'Its pages are built once after an install or an upgrade. This page then opens automatically. The API is already available.',
    progress: { seconds, usual: USUAL_SECONDS, reloadSeconds: RELOAD_SECONDS },
  });
}

/** The reply where the pages cannot be prepared, until the gateway is started again. */
function failedReply(message: IncomingMessage): GatewayReply {
  const detail = 'the dashboard could not be prepared; check the gateway’s log, then restart it';
  const reply = jsonReply(503, { detail });
  if (!wantsPage(message)) return reply;
  return noticeReply(reply, message, {
    title: 'The dashboard could not be prepared',
    text: 'Check the gateway’s log, then restart it. The API works without the dashboard.',
  });
}

const ROUTE_FILE = /^page\.tsx$/;
const METADATA_FILE = /^icon\.\w+$/;

/** The paths that Next has a route for, read from the source: they are needed before there is a build. */
function routes(): RegExp[] {
  return readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const name = basename(file);
    if (ROUTE_FILE.test(name)) return [routePattern(dirname(file))];
    return METADATA_FILE.test(name) ? [routePattern(file)] : [];
  });
}

/** A folder of `app` as a pattern: `(group)` is no part of a path, `[name]` is any one part, `[...name]` many. */
function routePattern(folder: string): RegExp {
  const parts = folder.split(sep).filter((part) => part !== '.' && !part.startsWith('('));
  const pattern = parts.map((part) => {
    if (part.startsWith('[[...')) return '(?:/.+)?';
    if (part.startsWith('[...')) return '/.+';
    return part.startsWith('[') ? '/[^/]+' : `/${RegExp.escape(part)}`;
  });
  return new RegExp(`^${pattern.join('')}/?$`, 'i');
}

const wantsPage = ({ headers }: IncomingMessage) => headers.accept?.includes('text/html') === true;

/** The reply to a program that asks for a path that nobody knows; null where Next answers. */
function unknownPath(known: RegExp[], message: IncomingMessage): GatewayReply | null {
  const { path } = splitTarget(message.url ?? '/');
  const isKnown = path.startsWith('/_next/') || known.some((route) => route.test(path));
  return isKnown || wantsPage(message) ? null : jsonReply(404, { detail: 'not found' });
}

export interface Dashboard {
  /** Answers any path. */
  handle: Fallback;
  close(): Promise<void>;
}

/** The dashboard of a process; nothing of it is loaded yet. `load` is replaced in tests. */
export function createDashboard(runtime: Runtime, server: Server, load = loadPages): Dashboard {
  const hotReload = processEnvironment().NODE_ENV === 'development';
  const options: PagesOptions = { server, port: runtime.config.server.port, hotReload };
  const closing = new AbortController();
  let preparing: Promise<Pages> | null = null;
  let began = 0;
  const prepare = (): Promise<Pages> => {
    if (preparing === null) began = runtime.clock().getTime();
    preparing ??= load(options, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) runtime.log.error('dashboard.failed', errorFields(error));
      throw error;
    });
    return preparing;
  };
  // In development routes come and go, and Next's own page says so.
  const known = hotReload ? [/./] : routes();
  /** The pages; a reply where there are none yet. */
  const pagesFor = async (message: IncomingMessage): Promise<Pages | GatewayReply> => {
    const waiting = new AbortController();
    const tooLong = sleep(PATIENCE_MS, null, { signal: waiting.signal }).catch(() => null);
    try {
      const pages = await Promise.race([prepare(), tooLong]);
      return pages ?? preparingReply(message, Math.round((runtime.clock().getTime() - began) / 1000));
    } catch {
      return failedReply(message);
    } finally {
      waiting.abort();
    }
  };
  return {
    async handle(message: IncomingMessage, response: ServerResponse) {
      const policy = contentPolicy(randomBytes(16).toString('base64'), hotReload);
      message.headers['content-security-policy'] = policy;
      response.setHeader('content-security-policy', policy);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'same-origin');
      if (await answerDashboardCall(runtime, message, response)) return;
      const pages = unknownPath(known, message) ?? (await pagesFor(message));
      const reply = 'status' in pages ? pages : await unavailablePage(runtime, message);
      if (reply !== null) await writeReply(response, reply, { headOnly: message.method === 'HEAD' });
      else if ('answer' in pages) {
        offerPageCalls(runtime, message);
        await pages.answer(message, response);
      }
    },
    async close() {
      closing.abort();
      const pages = await preparing?.catch(() => null);
      await pages?.close();
    },
  };
}

/** The pages of the dashboard. `close` ends what Next keeps open. */
export interface Pages {
  answer(message: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

interface PagesOptions {
  server: Server;
  port: number;
  /** As `npm run dev` does: pages are compiled as they are asked for. */
  hotReload: boolean;
}

/** Loads the pages. Throws where they cannot be built; the build has said why on standard error. */
async function loadPages({ server, port, hotReload }: PagesOptions, signal: AbortSignal): Promise<Pages> {
  if (!hotReload) await buildPages(signal);
  const { default: next } = await import('next');
  // Next drops every upgrade but hot reload's on the server it is given, also a client's offer to speak
  // HTTP/2, which must be ignored. Outside development it gets a server that nobody connects to.
  const app = next({ dev: hotReload, dir: ROOT, port, httpServer: hotReload ? server : createServer() });
  await app.prepare();
  const answer = app.getRequestHandler();
  return { answer: (message, response) => answer(message, response), close: () => app.close() };
}

/** In a process of its own, which waits for one that builds the same: a build takes all that a core has. */
async function buildPages(signal: AbortSignal): Promise<void> {
  const build: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'dashboard'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  });
  const [code] = (await once(build, 'close')) as [number | null];
  if (code !== 0) throw new Error('the dashboard could not be built');
}
