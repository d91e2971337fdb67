/**
 * Requests that Node gives up before there is one to listen to: broken, too slow, or with too many headers. They
 * are answered like all others, with a detail and an id.
 */
import { type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Runtime } from '../../platform/runtime.ts';

/** The listener refuses a request without a Host header itself; Node would do so without a word. */
export const SERVER_OPTIONS: ServerOptions = { requireHostHeader: false };

const REFUSALS: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
};
const BROKEN: [number, string] = [400, 'the request is not valid HTTP'];

/** Makes `server` answer such requests, and close the connection. */
export function answerUnreadable(runtime: Runtime, server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A reply that has begun cannot be another one.
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) {
      socket.destroy();
      return;
    }
    const [status, detail] = REFUSALS[error.code ?? ''] ?? BROKEN;
    const body = JSON.stringify({ detail });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `x-request-id: ${runtime.newId('request')}`,
      'content-type: application/json',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Node keeps the reply under way on its socket, and looks there itself where nobody listens. */
function hasBegun(socket: Duplex): boolean {
  const { _httpMessage: reply } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return reply?.headersSent === true;
}
