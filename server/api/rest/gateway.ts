/**
 * The gateway's own endpoints behind one function: every door (the socket server, the Next routes) calls it, so that
 * they cannot differ. It answers what is ours and leaves the rest to the dashboard.
 */

import { admitAddress } from '../auth/index.ts';
import { appRouter } from '../operations/router.ts';
import { corsHeaders, preflightReply } from '../../platform/http/cors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { type GatewayReply, type GatewayRequest, jsonReply, pathOf } from '../../platform/http/message.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { docsReply } from './docs.ts';
import { healthReply, metricsReply, readyReply } from './infrastructure.ts';
import { openApiReply } from './openapi.ts';
import { runOperation } from './operations.ts';
import { isOwnPath } from './own-paths.ts';
import { findRoute, type Route, routesOf } from './routes.ts';

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
    if (!isOwnPath(pathOf(request.target))) return null;
    const reply = preflightReply(cors, request) ?? (await dispatch(runtime, request));
    return { ...reply, headers: { ...reply.headers, ...cors } };
  } catch (error) {
    const reply = errorReply(error, runtime.log);
    return { ...reply, headers: { ...reply.headers, ...cors } };
  }
}

async function dispatch(runtime: Runtime, request: GatewayRequest): Promise<GatewayReply> {
  const path = pathOf(request.target);
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
