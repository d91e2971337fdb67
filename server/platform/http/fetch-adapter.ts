/** Replies in the form of fetch, for the handlers that the dashboard's pages call. */
import { isServiceError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { nextTurn } from '../turns.ts';
import { errorReply } from './error-reply.ts';

/**
 * A stream that takes the next chunk when the client wants it, and ends the source with the client. Others go first
 * before each chunk: to a client that reads fast a source that never waits would be sent in one turn of the loop.
 */
export function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
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
