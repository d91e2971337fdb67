/**
 * Posts a body to an address that a tenant has chosen. The address is checked when it is connected to, and the connection
 * goes to the very address that was checked: a name that means another one a moment later gains nothing. Redirects are
 * not followed, and of the answer no more than 2 kB is read.
 */
import { lookup as lookUp } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { cleanText } from '../domain/fields.ts';
import { mayConnect, NOT_PUBLIC } from '../domain/webhooks/allowed-target.ts';

/** Longest time of one attempt, from the look-up of the name to the end of the answer. */
export const TIME_LIMIT_MS = 10_000;
/** Most bytes of an answer that are read and kept. */
const MOST_BYTES = 2048;

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** What the operator allows beside public addresses. */
  allowed: readonly string[];
  timeoutMs: number;
  /** Ends the attempt from outside. */
  signal: AbortSignal;
}

/** What came back: `error` says why it does not count as delivered, null where it does. */
export interface ReceiverAnswer {
  status: number | null;
  body: string | null;
  error: string | null;
}

/** Resolves names; the system's, but for tests. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true });

/** Thrown where an address may not be connected to. */
class ForbiddenAddress extends Error {
  override readonly name = 'Refused';
}

/** Posts once. Rejects only where `signal` ended it; everything else is an answer. */
export async function postEvent(post: Post, resolve: Resolve = resolveBySystem): Promise<ReceiverAnswer> {
  const limit = AbortSignal.timeout(post.timeoutMs);
  try {
    return await exchange(post, AbortSignal.any([limit, post.signal]), resolve);
  } catch (error) {
    post.signal.throwIfAborted();
    return { status: null, body: null, error: limit.aborted ? tooSlow(post.timeoutMs) : reasonOf(error) };
  }
}

const tooSlow = (ms: number) => `no answer within ${ms / 1000} seconds`;

async function exchange(post: Post, signal: AbortSignal, resolve: Resolve): Promise<ReceiverAnswer> {
  const url = new URL(post.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !mayConnect(host, host, post.allowed))
    throw new ForbiddenAddress(`${host} ${NOT_PUBLIC}`);
  const { promise, resolve: answer, reject } = Promise.withResolvers<ReceiverAnswer>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const body = Buffer.from(post.body);
  const request: ClientRequest = send(
    url,
    {
      method: 'POST',
      headers: { ...post.headers, 'content-length': body.length },
      // A connection of its own: one that is kept open was checked for another webhook.
      agent: false,
      lookup: checkedLookup(post.allowed, resolve),
      signal,
    },
    (response) => void read(response).then(answer, reject),
  );
  request.on('error', reject);
  request.end(body);
  try {
    return await promise;
  } finally {
    request.destroy();
  }
}

/** Reads the beginning of an answer. Its status counts once it has come, however the body ends. */
async function read(response: IncomingMessage): Promise<ReceiverAnswer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response) {
      const bytes = Buffer.from(piece);
      pieces.push(bytes);
      length += bytes.length;
      if (length >= MOST_BYTES) break;
    }
  } catch {
    // Cut off, or too slow: what has come is kept.
  }
  const text = cleanText(Buffer.concat(pieces).subarray(0, MOST_BYTES).toString('utf8'));
  const status = response.statusCode ?? 0;
  return { status, body: text, error: objectionToStatus(status) };
}

function objectionToStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  return `answered ${status}`;
}

/** Looks a name up and passes on only what may be connected to; fails where that is nothing. */
function checkedLookup(allowed: readonly string[], resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    const check = async () => {
      const found = await resolve(host);
      const usable = found.filter(({ address }) => mayConnect(host, address, allowed));
      const [first] = usable;
      if (first === undefined) throw new ForbiddenAddress(`${host} ${NOT_PUBLIC}`);
      return { first, usable };
    };
    check().then(
      ({ first, usable }) =>
        options.all === true ? done(null, usable) : done(null, first.address, first.family),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

/** The reason of a failure, without the message of a library: that may name addresses of the network inside. */
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `the connection failed${code === '' ? '' : ` (${code})`}`;
}
