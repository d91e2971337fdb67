/** The refusal of a body above the limit, worded alike at every door, and the reading of a fetch request's body. */
import { ServiceError } from '../errors.ts';

/** The error of a body above `limit` bytes. */
export function bodyTooLarge(limit: number): ServiceError {
  return new ServiceError('too_large', `request body exceeds ${limit} bytes`);
}

/** The whole body of a fetch request. Throws `too_large` as soon as more than `maxBytes` have arrived. */
export async function readBounded(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
