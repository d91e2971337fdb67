/**
 * A transport's endpoints as a fetch handler, for the Next routes: the app is complete without the socket
 * server too. What only a socket can know (the client's address, a body cut off as it arrives) this door does
 * without.
 */
import { currentRequest, type RequestContext, withRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import { type GatewayReply, type GatewayRequest, jsonReply, readBounded } from './message.ts';

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
  const content = headOnly || body === null ? null : toBody(body);
  return new Response(content, {
    status,
    headers: { 'x-content-type-options': 'nosniff', ...headers, 'x-request-id': requestId },
  });
}

function toBody(body: string | Uint8Array | AsyncIterable<string>): BodyInit {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return toStream(body);
}

/**
 * A stream that takes the next chunk when the client wants it, and ends the source when the client goes away.
 */
function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
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
