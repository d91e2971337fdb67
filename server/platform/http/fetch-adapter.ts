/**
 * A transport's endpoints as a fetch handler, for the Next routes, which so answer without the socket server
 * too. The client's address is not known here, and a body is not cut off before it reaches Next.
 */
import { isServiceError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { currentRequest, type RequestContext, withRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import { readBounded } from './body-limit.ts';
import { errorReply } from './error-reply.ts';
import { type GatewayReply, type GatewayRequest, jsonReply } from './message.ts';

/** Answers requests to a transport's own paths; null for every other path. Never throws. */
export type Answer = (runtime: Runtime, request: GatewayRequest) => Promise<GatewayReply | null>;

function gatewayRequest(request: Request, maxBytes: number): GatewayRequest {
  const { pathname, search } = new URL(request.url);
  let body: Promise<Buffer> | undefined;
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    body() {
      body ??= readBounded(request, maxBytes);
      return body;
    },
    clientAddress: null,
    signal: request.signal,
  };
}

function fetchReply({ status, headers, body }: GatewayReply, requestId: string, headOnly: boolean): Response {
  const content = headOnly || body === null ? null : toBodyInit(body);
  return new Response(content, {
    status,
    headers: { 'x-content-type-options': 'nosniff', ...headers, 'x-request-id': requestId },
  });
}

function toBodyInit(body: string | Uint8Array | AsyncIterable<string>): BodyInit {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return toStream(body);
}

/** A stream that takes the next chunk when the client wants it, and ends the source with the client. */
export function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/** The response to an error that a caller may be told of; throws every other error. */
export function errorResponse(error: unknown, log: Log): Response {
  if (!isServiceError(error)) throw error;
  const { status, headers, body } = errorReply(error, log);
  return new Response(typeof body === 'string' ? body : null, { status, headers });
}

/** A fetch handler on `runtime`; what `answer` leaves is 404. */
export function fetchHandler(runtime: Runtime, answer: Answer): (request: Request) => Promise<Response> {
  return async (request) => {
    const context: RequestContext = currentRequest() ?? {
      requestId: request.headers.get('x-request-id') ?? runtime.newId('request'),
      clientAddress: '',
    };
    const reply = await withRequest(context, () =>
      answer(runtime, gatewayRequest(request, runtime.config.server.maxRequestBytes)),
    );
    const known = reply ?? jsonReply(404, { detail: 'not found' });
    return fetchReply(known, context.requestId, request.method === 'HEAD');
  };
}
