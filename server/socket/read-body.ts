/** Reads a request's body with a bound that holds while it arrives: a chunked body is cut off at the limit. */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../platform/errors.ts';
import { bodyTooLarge } from '../platform/http/body-limit.ts';

/** The whole body. Throws `too_large`; the rest of an oversized body is left unread and its connection is closed. */
export function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
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
