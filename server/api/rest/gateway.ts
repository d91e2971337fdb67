/**
 * The gateway's own endpoints behind one function: every door (the socket server, the Next routes) calls it, so that
 * they cannot differ. It answers what is ours and leaves the rest to the dashboard.
 */

import { DatabaseUnavailable, isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { corsHeaders, preflightReply } from '../../platform/http/cors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import {
  type GatewayReply,
  type GatewayRequest,
  jsonReply,
  targetPath,
} from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/log.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitAddress } from '../auth/index.ts';
import { appRouter } from '../operations/router.ts';
import { docsReply } from './docs.ts';
import { openApiReply } from './openapi.ts';
import { runOperation } from './operations.ts';
import { findRoute, type Route, routesOf } from './routes.ts';

/** Health, readiness and metrics: open to whoever reaches the port, so they tell nothing of any tenant. */

const READY_TIMEOUT_MS = 5000;

/** The process is alive; the database is not touched. */
function healthReply(): GatewayReply {
  return jsonReply(200, { status: 'ok' });
}

/** Whether the gateway may be used: a trivial query answers in time, writes succeed, the process is not on its way out. */
async function readyReply(runtime: Runtime): Promise<GatewayReply> {
  try {
    await withinTime(runtime.db.ping(), READY_TIMEOUT_MS);
    return jsonReply(200, { status: 'ready' });
  } catch (error) {
    if (isDatabaseUnavailable(error)) return errorReply(error, runtime.log);
    runtime.log.warn('ready.failed', errorFields(error));
    return errorReply(new DatabaseUnavailable('unreachable', error), runtime.log);
  }
}

/** The process's metrics as Prometheus text. */
async function metricsReply(runtime: Runtime): Promise<GatewayReply> {
  const { registry } = runtime.metrics;
  return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() };
}

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Which paths the gateway answers itself, every other one belongs to the dashboard; and which of them tell nothing of any tenant. */

const OWN = /^\/(v1|otlp|docs)(\/|$)|^\/(healthz|readyz|metrics|openapi\.json)$/;

/** Whether a path is one of the gateway's own, known or not. */
function isOwnPath(path: string): boolean {
  return OWN.test(path);
}

const OPEN = /^\/(healthz|readyz|metrics|openapi\.json)$|^\/docs(\/|$)/;

/** Whether a path asks nobody for a credential, since all it tells is of the process or the interface. */
export function isOpenPath(path: string): boolean {
  return OPEN.test(path);
}

type Fixed = (runtime: Runtime, request: GatewayRequest) => GatewayReply | Promise<GatewayReply>;

const FIXED: Record<string, Fixed> = {
  '/healthz': healthReply,
  '/readyz': readyReply,
  '/metrics': metricsReply,
  '/openapi.json': openApiReply,
};

const routes: Route[] = routesOf(appRouter._def.procedures);

/** Answers a request to one of the gateway's own paths; null where the path is the dashboard's. Never throws. */
export async function answer(runtime: Runtime, request: GatewayRequest): Promise<GatewayReply | null> {
  const cors = corsHeaders(runtime.config.server.corsOrigins, request);
  try {
    admitAddress(runtime, request.clientAddress);
    if (!isOwnPath(targetPath(request.target))) return null;
    const reply = preflightReply(cors, request) ?? (await dispatch(runtime, request));
    return { ...reply, headers: { ...reply.headers, ...cors } };
  } catch (error) {
    const reply = errorReply(error, runtime.log);
    return { ...reply, headers: { ...reply.headers, ...cors } };
  }
}

async function dispatch(runtime: Runtime, request: GatewayRequest): Promise<GatewayReply> {
  const path = targetPath(request.target);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const fixed = FIXED[path] ?? docsReply(path);
  if (fixed !== undefined) {
    nameRoute(path.startsWith('/docs') ? '/docs' : path);
    return method === 'GET' ? await fixed(runtime, request) : methodNotAllowed(['GET']);
  }
  const found = findRoute(routes, method, request.target);
  if (found === null) return jsonReply(404, { detail: 'not found' });
  if ('allow' in found) return methodNotAllowed(found.allow);
  nameRoute(found.route.template);
  return await runOperation(runtime, found, request);
}

function nameRoute(template: string): void {
  const context = currentRequest();
  if (context !== undefined) context.route = template;
}

function methodNotAllowed(allow: string[]): GatewayReply {
  return jsonReply(405, { detail: 'method not allowed' }, { allow: allow.join(', ') });
}
