/** `/api/trpc` as a fetch handler: bounded bodies, the session or credential, the limits that REST has, same-origin. */
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { publicUrl } from '../../platform/config/config.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/http/cors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { readBounded } from '../../platform/http/message.ts';
import { requireJsonLimits } from '../../platform/http/parse-json.ts';
import { errorFields } from '../../platform/log/log.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest, withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateBrowser } from '../auth/index.ts';
import { faultOf, isUnexpected } from './fault.ts';
import type { DashboardContext } from './fields.ts';
import { dashboardRouter } from './router.ts';

const ENDPOINT = '/api/trpc';
/** Most calls of one request, which the pages' own client keeps to; each counts against the principal's limit. */
export const MAX_BATCH = 10;

/** Answers a call of the dashboard's own pages, on the process's own runtime. */
export async function handleTrpc(request: Request): Promise<Response> {
  return await answerTrpc(await processRuntime(), request);
}

/** Answers a call, or a batch of them. */
export async function answerTrpc(runtime: Runtime, request: Request): Promise<Response> {
  const requestId = request.headers.get('x-request-id') ?? runtime.newId('request');
  const context = currentRequest() ?? { requestId, clientAddress: '' };
  context.route = ENDPOINT;
  const response = await withRequest(context, () => respond(runtime, request));
  response.headers.set('x-request-id', context.requestId);
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function respond(runtime: Runtime, request: Request): Promise<Response> {
  try {
    const header = (name: string) => request.headers.get(name);
    if (request.method === 'POST') requireSameOrigin({ header, publicUrl: publicUrl(runtime.config) });
    return await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: await bounded(request, runtime.config.server.maxRequestBytes),
      router: dashboardRouter,
      maxBatchSize: MAX_BATCH,
      // A read whose input is too long for an address comes as a POST.
      allowMethodOverride: true,
      responseMeta: ({ errors }) => retryHeaders(errors),
      createContext: ({ info }) => contextOf(runtime, request, info.calls.length),
      onError: ({ error, path }) => {
        if (isUnexpected(error)) {
          runtime.log.error('request.failed', {
            procedure: path ?? null,
            ...errorFields(error.cause ?? error),
          });
        }
      },
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { status, headers, body } = errorReply(error, runtime.log);
    return new Response(typeof body === 'string' ? body : null, { status, headers });
  }
}

/** When to come back, where one of the calls was told so. */
function retryHeaders(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => faultOf(error).retryAfterSeconds ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}

async function contextOf(runtime: Runtime, request: Request, calls: number): Promise<DashboardContext> {
  const principal = await authenticateBrowser(runtime, {
    authorization: request.headers.get('authorization') ?? undefined,
    tenant: request.headers.get('x-tenant-id') ?? undefined,
    cookies: request.headers.get('cookie') ?? undefined,
  });
  for (let call = 0; call < calls; call += 1) admitPrincipal(runtime, principal);
  const context = currentRequest();
  if (context !== undefined) context.tenant = principal.tenant;
  return { runtime, principal };
}

/** The same request with its body read, at most `maxBytes` of it. Throws 422 where it holds more than any body may. */
async function bounded(request: Request, maxBytes: number): Promise<Request> {
  if (request.method !== 'POST') return request;
  const body = new Uint8Array(await readBounded(request, maxBytes));
  requireJsonLimits(body);
  return new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal });
}

/**
 * Whether a mutation comes from our own pages. A cookie travels with requests that other sites cause, so a mutation
 * that brings no credential of its own must say that it is of the same origin, in a form that no plain form can send.
 */

/** What is known of a request, and the address under which browsers know us. */
interface Sender {
  header: (name: string) => string | null;
  publicUrl: string;
}

/** Throws 403 for a mutation of another site and 415 for one that is not JSON. */
export function requireSameOrigin({ header, publicUrl }: Sender): void {
  if (header('authorization') !== null) return;
  if (!isSameOrigin(header, publicUrl)) throw new ServiceError('forbidden', 'cross-site request refused');
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) {
    throw new ServiceError('unsupported_media_type', 'content-type must be application/json');
  }
}

/** Browsers send `Sec-Fetch-Site` always and `Origin` with every POST; what has neither is no browser's request. */
function isSameOrigin(header: Sender['header'], publicUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = header('origin');
  if (origin === null) return site === 'same-origin';
  return isOwnOrigin(origin, { host: header('host'), publicUrl });
}
