/**
 * What happens to every request on the socket, ours and the dashboard's alike: an id, the client's true address, the
 * address limit, the body limit, a time measurement. The gateway's own paths are answered here, everything else goes to Next.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { publicUrl } from '../../platform/config/config.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import type { GatewayReply } from '../../platform/http/message.ts';
import { clientAddress, trustedProxies } from '../../platform/http/trusted-proxies.ts';
import { errorFields } from '../../platform/log/log.ts';
import { type RequestContext, withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { answerMcp } from '../mcp/gateway.ts';
import { answer } from '../rest/gateway.ts';
import { discardRest, nodeRequest, withBoundedBody } from './node-request.ts';
import { refusalOf, requireReadablePath } from './refusal.ts';
import { writeReply } from './write-reply.ts';

/** Answers a request that is not one of the gateway's own. */
export type Fallback = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A year: a browser that came by https once never comes by http again. */
const HSTS = 'max-age=31536000';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

function requestId(runtime: Runtime, message: IncomingMessage): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : runtime.newId('request');
}

/** The listener of an HTTP server. */
export function requestListener(runtime: Runtime, fallback: Fallback) {
  const { forwardedAllowIps, maxRequestBytes } = runtime.config.server;
  const trusted = trustedProxies(forwardedAllowIps);
  const byHttps = publicUrl(runtime.config).startsWith('https://');
  return (message: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    const context: RequestContext = {
      requestId: requestId(runtime, message),
      clientAddress: clientAddress(message.socket.remoteAddress, message.headers['x-forwarded-for'], trusted),
    };
    response.setHeader('x-request-id', context.requestId);
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
        refusalOf(runtime, message, request.target) ??
        (await answer(runtime, request)) ??
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
   * The dashboard sees our request id and the address we established, never what the client claims of them, and no body that
   * is longer than allowed. A reply where the request is refused; null where the dashboard has answered.
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
