/**
 * One request, whole within its limit: connecting, headers and every byte of the body. The limit holds even
 * where the platform's fetch ignores its signal, as the caller waits for the clock and not for the network.
 */
import { toGateway } from './connections.ts';
import { toWhetstoneError, WhetstoneError } from './errors.ts';
import { parsedJson } from './json.ts';
import { noAddress, type Settings } from './options.ts';
import { readText, retryAfterMs } from './reply.ts';
import { backgroundTimer } from './timers.ts';

export interface Request {
  method: string;
  /** Path and query, beginning with a slash. */
  path: string;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  timeoutMs: number;
  /** Most bytes of a reply that are read. */
  maxReplyBytes: number;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Nobody waits for this request: its limit must not keep the process alive. */
  background?: boolean;
}

/** A successful answer. `json` is undefined where the body is none. */
export interface Reply {
  json: unknown;
  text: string;
  headers: Headers;
}

type Limit = { readonly passed: Promise<never>; clear(): void };

function startLimit({ timeoutMs, signal, background = false }: Request): Limit {
  let clear = () => {};
  const passed = new Promise<never>((_, reject) => {
    const late = () => reject(new WhetstoneError('timeout', `no answer within ${timeoutMs} ms`));
    const stopped = () => reject(new WhetstoneError('aborted', 'aborted by the caller'));
    if (signal?.aborted === true) stopped();
    const timer = background ? undefined : setTimeout(late, timeoutMs);
    const cancel = background ? backgroundTimer(late, timeoutMs) : () => clearTimeout(timer);
    signal?.addEventListener('abort', stopped, { once: true });
    clear = () => {
      cancel();
      signal?.removeEventListener('abort', stopped);
    };
  });
  return { passed, clear };
}

function refusal(response: Response, text: string): WhetstoneError {
  const body = parsedJson(text) as { detail?: unknown } | null | undefined;
  const detail = body?.detail ?? text.slice(0, 500);
  const said = typeof detail === 'string' ? detail : JSON.stringify(detail);
  return new WhetstoneError('status', `the gateway answered ${response.status}: ${said.slice(0, 500)}`, {
    status: response.status,
    detail,
    requestId: response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

async function exchange(settings: Settings, request: Request, signal: AbortSignal): Promise<Reply> {
  const { method, path, body, maxReplyBytes, keepalive } = request;
  const response = await settings.fetch(settings.url + path, {
    method,
    headers: { ...settings.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    ...(keepalive === true ? { keepalive } : {}),
    signal,
  });
  const text = await readText(response, maxReplyBytes);
  if (!response.ok) throw refusal(response, text);
  const isJson =
    response.headers.get('content-type')?.includes('json') === true && !isLines(response.headers);
  return { json: isJson ? parsedJson(text) : undefined, text, headers: response.headers };
}

function isLines(headers: Headers): boolean {
  return headers.get('content-type')?.includes('ndjson') === true;
}

/** Sends a request. Rejects with {@link WhetstoneError} and nothing else. */
export async function send(settings: Settings, request: Request): Promise<Reply> {
  if (settings.url === null) throw noAddress();
  const ending = new AbortController();
  const limit = startLimit(request);
  try {
    const exchanged = toGateway(() => exchange(settings, request, ending.signal));
    // Where the limit wins, what becomes of the request is nobody's concern any more.
    exchanged.catch(() => undefined);
    return await Promise.race([exchanged, limit.passed]);
  } catch (error) {
    throw toWhetstoneError(error);
  } finally {
    limit.clear();
    ending.abort();
  }
}

// How long to wait before trying again. Half of it is chance, so that clients that failed together do not
// return together.

const FIRST_MS = 200;
const LONGEST_MS = 60_000;

/**
 * Milliseconds before the next try after `failures` failed ones (at least 1). `chance` is in [0, 1). A
 * gateway that named its own time is not asked earlier.
 */
export function backoffMs(failures: number, chance: number, error?: WhetstoneError): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 20));
  const waited = ceiling / 2 + (chance * ceiling) / 2;
  return Math.max(waited, error?.retryAfterMs ?? 0);
}
