/** A request of Node's HTTP server as the gateway's handlers see it. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import { ServiceError } from '../../platform/errors.ts';
import { bodyTooLarge, type GatewayRequest } from '../../platform/http/message.ts';

/** Reads a request's body with a bound that holds while it arrives: a chunked body is cut off at the limit. */

/** The whole body. Throws `too_large`; the rest of an oversized body is left unread and its connection is closed. */
function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(message.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        message.pause();
        message.removeAllListeners('data');
        chunks.length = 0;
        reject(bodyTooLarge(limit));
      }
    });
    message.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.once('error', reject);
    message.once('close', () => {
      // Every request closes; an error is dear to make, so only one that is cut off makes it.
      if (!message.complete) reject(new ServiceError('bad_request', 'the request was cut off'));
    });
  });
}

const LINGER_MS = 500;

/**
 * Throws away what is still arriving, for a moment. A connection that is closed on somebody who sends is reset, and the reply
 * is lost with it.
 */
export function discardRest(message: IncomingMessage): Promise<void> {
  message.removeAllListeners('data');
  message.resume();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    message.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * The message for somebody who reads bodies without a bound of their own: with the body that has arrived, which is read
 * here first. Throws as {@link readBody}.
 */
export async function withBoundedBody(message: IncomingMessage, limit: number): Promise<IncomingMessage> {
  if (!hasBody(message)) return message;
  const body = await readBody(message, limit);
  const replay = new IncomingMessage(message.socket);
  replay.httpVersion = message.httpVersion;
  replay.httpVersionMajor = message.httpVersionMajor;
  replay.httpVersionMinor = message.httpVersionMinor;
  replay.method = message.method;
  replay.url = message.url;
  replay.rawHeaders = message.rawHeaders;
  replay.headers = message.headers;
  replay.complete = true;
  replay.push(body);
  replay.push(null);
  return replay;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

interface Options {
  clientAddress: string;
  maxBytes: number;
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** The target as most clients send it; a proxy may send the whole URL. */
function originForm(target: string): string {
  const path = target.replace(ORIGIN, '');
  return path.startsWith('?') || path === '' ? `/${path}` : path;
}

/** Wraps a message; its body is read at most once, when it is first asked for. */
export function nodeRequest(
  message: IncomingMessage,
  response: ServerResponse,
  { clientAddress, maxBytes }: Options,
): GatewayRequest {
  let body: Promise<Buffer> | undefined;
  let abort: AbortController | undefined;
  return {
    method: message.method ?? 'GET',
    target: originForm(message.url ?? '/'),
    clientAddress,
    header(name) {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body() {
      body ??= readBody(message, maxBytes);
      return body;
    },
    get signal() {
      abort ??= abortOnClose(response);
      return abort.signal;
    },
  };
}

function abortOnClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller;
}
