/** `/api/trpc` as a fetch handler, with bounded bodies, the limits of REST, and a same-origin check. */
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Principal } from '../../domain/principal.ts';
import { boundKeyRefusal } from '../../platform/bound-agents.ts';
import { publicUrl } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readBounded } from '../../platform/http/body-limit.ts';
import { isOwnOrigin } from '../../platform/http/cors.ts';
import { errorResponse } from '../../platform/http/fetch-adapter.ts';
import { requireJsonLimits } from '../../platform/http/parse-json.ts';
import { errorFields } from '../../platform/log/log.ts';
import { currentRequest, noteRequest, withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateRequest } from '../auth/index.ts';
import { isUnexpected, toErrorData } from './error-data.ts';
import type { DashboardContext } from './fields.ts';
import { dashboardRouter } from './router.ts';

const ENDPOINT = '/api/trpc';
/** Names the tenant that a page of the dashboard shows. */
const SHOWN_TENANT = 'x-shown-tenant';
/** Most calls in one request, as the dashboard's client knows; each counts against the principal's limit. */
export const MAX_BATCH = 10;

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
      // A read whose input is too long for a URL comes as a POST.
      allowMethodOverride: true,
      responseMeta: ({ errors }) => retryHeaders(errors),
      createContext: async ({ info, resHeaders }) => ({
        ...(await createContext(runtime, request, info.calls.length)),
        replyHeaders: resHeaders,
      }),
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
    return errorResponse(error, runtime.log);
  }
}

/** The longest wait that one of the calls was given. */
function retryHeaders(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => toErrorData(error).retryAfterSeconds ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}

async function createContext(runtime: Runtime, request: Request, calls: number): Promise<DashboardContext> {
  const principal = await authenticateRequest(runtime, request);
  if (principal.agents !== undefined)
    throw boundKeyRefusal(principal.agents, 'the dashboard shows all agents');
  requireShownTenant(principal, request.headers.get(SHOWN_TENANT));
  for (let call = 0; call < calls; call += 1) admitPrincipal(runtime, principal);
  noteRequest({ tenant: principal.tenant });
  return { runtime, principal };
}

/**
 * Throws 409 where a page of another tenant asks, as one that was open before the browser entered the sample
 * world, or left it, in another tab: what it shows is not what would be changed.
 */
function requireShownTenant({ tenant }: Principal, shown: string | null): void {
  if (shown === null || shown === tenant) return;
  throw new ServiceError('conflict', 'you have switched to another tenant since this page loaded: reload it');
}

/** The request with its body read, at most `maxBytes` of it. Throws 422 for JSON beyond the limits. */
async function bounded(request: Request, maxBytes: number): Promise<Request> {
  if (request.method !== 'POST') return request;
  const body = new Uint8Array(await readBounded(request, maxBytes));
  requireJsonLimits(body);
  return new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal });
}

interface Sender {
  header: (name: string) => string | null;
  /** The address under which browsers reach the dashboard. */
  publicUrl: string;
}

/**
 * Throws 403 for a mutation of another site and 415 for one that is not JSON. Browsers send cookies with
 * requests that other sites cause, so a mutation without a credential of its own must come from the same
 * origin, with a content type that no plain form can send.
 */
export function requireSameOrigin({ header, publicUrl }: Sender): void {
  if (header('authorization') !== null) return;
  if (!isSameOrigin(header, publicUrl)) throw new ServiceError('forbidden', 'cross-site request refused');
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) {
    throw new ServiceError('unsupported_media_type', 'content-type must be application/json');
  }
}

/** Browsers send `Sec-Fetch-Site` always and `Origin` with every POST; others may send neither. */
function isSameOrigin(header: Sender['header'], publicUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = header('origin');
  if (origin === null) return site === 'same-origin';
  return isOwnOrigin(origin, { host: header('host'), publicUrl });
}
