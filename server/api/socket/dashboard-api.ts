/**
 * What the dashboard's pages call beside the API: procedures, exports of the audit log and of tenants, and
 * signing in. They take and give what fetch does, which is the form of tRPC. Each is loaded when it is first
 * called, since a gateway that only agents use needs none.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorReply } from '../../platform/http/error-reply.ts';
import { jsonReply, splitTarget } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitGuess } from '../auth/index.ts';
import { writeReply } from './write-reply.ts';

type Answer = (runtime: Runtime, request: Request) => Promise<Response>;

interface Endpoint {
  path: RegExp;
  methods: readonly string[];
  load(): Promise<Answer>;
}

const READ = ['GET', 'HEAD'];
const READ_AND_WRITE = ['GET', 'HEAD', 'POST'];

const ENDPOINTS: readonly Endpoint[] = [
  {
    ...{ path: /^\/api\/trpc\/[^/]+\/?$/, methods: READ_AND_WRITE },
    load: async () => (await import('../trpc/handler.ts')).answerTrpc,
  },
  {
    ...{ path: /^\/api\/audit-export\/?$/, methods: READ },
    load: async () => (await import('../trpc/audit-export.ts')).answerAuditExport,
  },
  {
    ...{ path: /^\/api\/tenant-export\/?$/, methods: ['GET'] },
    load: async () => (await import('../trpc/tenants.ts')).answerTenantExport,
  },
  {
    ...{ path: /^\/api\/auth\/.+$/, methods: READ_AND_WRITE },
    load: async () => (await import('../dashboard/sign-in.ts')).answerSignIn,
  },
];

/** Answers a call of the dashboard's pages; false for any other request. */
export async function answerDashboardCall(
  runtime: Runtime,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { path } = splitTarget(message.url ?? '/');
  const endpoint = ENDPOINTS.find((one) => one.path.test(path));
  if (endpoint === undefined) return false;
  if (!endpoint.methods.includes(message.method ?? '')) {
    const allow = { allow: endpoint.methods.join(', ') };
    await writeReply(response, jsonReply(405, { detail: 'method not allowed' }, allow), { headOnly: false });
    return true;
  }
  try {
    if (message.headers.authorization !== undefined) admitGuess(runtime);
    const answer = await endpoint.load();
    await writeResponse(message, response, await answer(runtime, fetchRequest(message, response)));
  } catch (error) {
    // Of a reply that has begun nothing can be said any more.
    if (response.headersSent) throw error;
    await writeReply(response, errorReply(error, runtime.log), { headOnly: message.method === 'HEAD' });
  }
  return true;
}

/** The message in the form of fetch; aborted when the client goes away. */
function fetchRequest(message: IncomingMessage, response: ServerResponse): Request {
  const { method = 'GET', url = '/' } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // The host says nothing: pages have the address of the configuration.
  return new Request(new URL(url, 'http://gateway'), {
    ...{ method, headers, signal: gone.signal },
    ...(method === 'POST' ? { body: Readable.toWeb(message) as BodyInit, duplex: 'half' } : {}),
  });
}

const compress = promisify(gzip);
/** What is shorter fits into one packet as it is. */
const COMPRESSED_FROM_BYTES = 1400;

async function writeResponse(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Response,
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (body === null || message.method === 'HEAD') {
    await body?.cancel();
    response.end();
    return;
  }
  if (headers.get('content-type')?.startsWith('application/json') === true)
    await writeJson(message, response, body);
  else await stream(response, body);
}

async function writeJson(
  message: IncomingMessage,
  response: ServerResponse,
  body: Response['body'],
): Promise<void> {
  const plain = Buffer.from(await new Response(body).arrayBuffer());
  response.setHeader('vary', 'accept-encoding');
  const takesGzip = /\bgzip\b/.test(String(message.headers['accept-encoding'] ?? ''));
  if (!takesGzip || plain.length < COMPRESSED_FROM_BYTES) {
    response.setHeader('content-length', plain.length).end(plain);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.end(await compress(plain));
}

/** At the client's pace. A client that goes away ends the source; a source that fails cuts the connection. */
async function stream(response: ServerResponse, body: NonNullable<Response['body']>): Promise<void> {
  response.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
