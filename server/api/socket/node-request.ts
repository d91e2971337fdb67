/** A request of Node's HTTP server as the gateway's handlers see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { readBody } from './read-body.ts';

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
