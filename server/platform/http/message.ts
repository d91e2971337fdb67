/**
 * A request and a reply as the gateway's own handlers see them, straight from Node's streams, so that the hot path
 * pays for no fetch objects.
 */

export interface GatewayRequest {
  readonly method: string;
  /** Path and query exactly as received, so that an encoded slash stays inside its segment. */
  readonly target: string;
  /** A header's value; the name in lower case. */
  header(name: string): string | undefined;
  /** The whole body. Throws `too_large` as soon as it exceeds the limit, even while it arrives in chunks. */
  body(): Promise<Buffer>;
  /** The client's address after trusted proxies, or null where the transport does not know it. */
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

/** The path and the query of a request target, both still encoded. */
export function splitTarget(target: string): { path: string; query: string } {
  const end = target.search(/[?#]/);
  const start = target.indexOf('?');
  return {
    path: end === -1 ? target : target.slice(0, end),
    query: start === -1 ? '' : target.slice(start + 1),
  };
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): GatewayReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
