/** Writes a reply to a socket. Streams keep to the client's pace and end when it disconnects. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { GatewayReply } from '../../platform/http/message.ts';
import { nextTurn } from '../../platform/turns.ts';

interface WriteOptions {
  headOnly: boolean;
  /** What to wait for before the connection is closed; absent where it stays open. */
  linger?: () => Promise<void>;
}

/** Sends `reply`. Resolves when all of it is passed to the socket; rejects where a stream's source fails. */
export async function writeReply(
  response: ServerResponse,
  reply: GatewayReply,
  { headOnly, linger }: WriteOptions,
): Promise<void> {
  const { status, headers, body } = reply;
  const size =
    typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.length : null;
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(size === null ? {} : { 'content-length': size }),
  });
  if (body !== null && !headOnly && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    await stream(response, body);
    return;
  }
  const content = headOnly ? '' : (body ?? '');
  if (linger === undefined) response.end(content);
  else {
    response.write(content);
    response.flushHeaders();
    await linger();
    response.end();
  }
}

async function stream(response: ServerResponse, chunks: AsyncIterable<string>): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
      // A client that reads fast drains it at once: the whole would be sent in one turn of the loop.
      await nextTurn();
    }
    response.end();
  } catch (error) {
    // The status is already sent: cutting the connection is the only way left to say that the stream is
    // incomplete.
    response.destroy();
    if (!gone.signal.aborted) throw error;
  }
}
