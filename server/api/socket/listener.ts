/**
 * Every request on the socket gets an id, the client's true address, a body limit and a time measurement. The
 * gateway's own paths are answered here; everything else goes to Next.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { publicUrl } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { isKnownHost } from '../../platform/http/known-host.ts';
import { type GatewayReply, jsonReply, splitTarget } from '../../platform/http/message.ts';
import { clientAddress, trustedProxies } from '../../platform/http/trusted-proxies.ts';
import { errorFields } from '../../platform/log/log.ts';
import { type RequestContext, withRequest } from '../../platform/request-context.ts';
import { type Runtime, stopping } from '../../platform/runtime.ts';
import { answerMcp, INVALID_HOST, MCP_TARGET } from '../mcp/handler.ts';
import { answerRest, openPath } from '../rest/handler.ts';
import { discardRest, nodeRequest, withBoundedBody } from './node-request.ts';
import { writeReply } from './write-reply.ts';

const UNKNOWN_HOST = `${INVALID_HOST}: without credentials only loopback names are served; SERVICE_MCP_ALLOWED_HOSTS names others`;

/** The refusal of a request by its address and headers alone; null where it may go on. */
function earlyRefusal({ config }: Runtime, message: IncomingMessage, target: string): GatewayReply | null {
  if (message.headers.host === undefined && message.httpVersion === '1.1') {
    return jsonReply(400, { detail: 'the request has no Host header' });
  }
  if (!isKnownHost(config, message.headers.host ?? '') && openPath(target) === null) {
    return jsonReply(421, { detail: MCP_TARGET.test(target) ? INVALID_HOST : UNKNOWN_HOST });
  }
  // Node joins repeated headers with a comma, which a tenant's name may contain: the result would name a
  // third tenant.
  const tenants = message.headers['x-tenant-id'] === undefined ? [] : message.headersDistinct['x-tenant-id'];
  if (tenants !== undefined && tenants.length > 1) {
    return jsonReply(400, { detail: 'X-Tenant-Id was sent more than once' });
  }
  return null;
}

/** Throws 404 for a path that cannot be decoded, on which the dashboard's router fails. */
function requireReadablePath(target: string): void {
  try {
    decodeURIComponent(splitTarget(target).path);
  } catch {
    throw new ServiceError('not_found', 'not found');
  }
}

/** Answers a request that is not one of the gateway's own. */
export type Fallback = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** For a year after a visit by https, a browser does not use http. */
const HSTS = 'max-age=31536000';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

function requestId(runtime: Runtime, message: IncomingMessage): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : runtime.newId('request');
}

export function requestListener(runtime: Runtime, fallback: Fallback) {
  const { forwardedAllowIps, maxRequestBytes } = runtime.config.server;
  const trusted = trustedProxies(forwardedAllowIps);
  const phase = stopping(runtime);
  const byHttps = publicUrl(runtime.config).startsWith('https://');
  return (message: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    const context: RequestContext = {
      requestId: requestId(runtime, message),
      clientAddress: clientAddress(message.socket.remoteAddress, message.headers['x-forwarded-for'], trusted),
    };
    response.setHeader('x-request-id', context.requestId);
    if (phase.begun) response.setHeader('connection', 'close');
    if (byHttps) response.setHeader('strict-transport-security', HSTS);
    response.once('close', () => {
      const { route = 'unmatched' } = context;
      const labels = { route, method: message.method ?? 'GET', status: String(response.statusCode) };
      runtime.metrics.httpSeconds.observe(labels, (performance.now() - started) / 1000);
    });
    void withRequest(context, () => serve(message, response, context));
  };

  async function serve(
    message: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
  ): Promise<void> {
    try {
      const { clientAddress } = context;
      const request = nodeRequest(message, response, { clientAddress, maxBytes: maxRequestBytes });
      const reply =
        earlyRefusal(runtime, message, request.target) ??
        (await answerRest(runtime, request)) ??
        (await answerMcp(runtime, request)) ??
        (await passOn(message, response, { context, target: request.target }));
      if (reply === null) return;
      const headOnly = message.method === 'HEAD';
      if (message.complete) await writeReply(response, reply, { headOnly });
      else {
        response.setHeader('connection', 'close');
        await writeReply(response, reply, { headOnly, linger: () => discardRest(message) });
      }
    } catch (error) {
      runtime.log.error('request.failed', errorFields(error));
      response.destroy();
    }
  }

  /**
   * Passes a request on to the dashboard, with our request id and the established address instead of what the
   * client claims, and with a bounded body. Returns a reply where the request is refused, null where the
   * dashboard has answered.
   */
  async function passOn(
    message: IncomingMessage,
    response: ServerResponse,
    { context, target }: { context: RequestContext; target: string },
  ): Promise<GatewayReply | null> {
    let bounded: IncomingMessage;
    try {
      requireReadablePath(target);
      bounded = await withBoundedBody(message, maxRequestBytes);
    } catch (error) {
      return errorReply(error, runtime.log);
    }
    bounded.headers['x-request-id'] = context.requestId;
    bounded.headers['x-forwarded-for'] = context.clientAddress;
    await fallback(bounded, response);
    return null;
  }
}
