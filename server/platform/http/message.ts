/**
 * A request and a reply as the gateway's own handlers see them, through whichever transport they came: the
 * socket server makes them straight from Node's streams (the hot path pays for no fetch objects), the Next
 * routes from a Request.
 */
import { ServiceError } from '../errors.ts';

export interface GatewayRequest {
  readonly method: string;
  /** Path and query exactly as received, so that an encoded slash stays inside its segment. */
  readonly target: string;
  /** A header's value; the name in lower case. */
  header(name: string): string | undefined;
  /**
   * The whole body. Throws `too_large` as soon as it exceeds the limit, also while a chunked one is arriving.
   */
  body(): Promise<Buffer>;
  /** The client's address after trusted proxies, or null where the door cannot know it. */
  readonly clientAddress: string | null;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface GatewayReply {
  status: number;
  headers: Record<string, string>;
  /** Text, bytes, a stream of text chunks, or nothing. */
  body: string | Uint8Array | AsyncIterable<string> | null;
}

/** The path of a request target, without the query. */
export function targetPath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The query of a request target. */
export function targetQuery(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}

/** A reply of JSON. */
export function jsonReply(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): GatewayReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/**
 * The refusal of a body above the limit, worded alike at every door, and the reading of a fetch request's
 * body.
 */

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
