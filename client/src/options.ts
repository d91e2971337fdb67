/** The options of a client and their defaults. Reading them never throws; a client without a usable address reports that. */
import { currentContext } from './context.ts';
import { isPassing, WhetstoneError } from './errors.ts';
import type { RecallRequest, Scope } from './generated/api.ts';
import { LONGEST_MS } from './timers.ts';

export interface WhetstoneOptions {
  /** Address of the gateway. Default: WHETSTONE_URL, where the platform has an environment. */
  url?: string | undefined;
  /** API key. Default: WHETSTONE_API_KEY. */
  apiKey?: string | undefined;
  /** Agent of recalls and records that name none. Default: WHETSTONE_AGENT, else `default`. */
  agentId?: string | undefined;
  /** User of recalls and records that name none. */
  userId?: string | undefined;
  /** Session of recalls and records that name none. */
  sessionId?: string | undefined;
  /** Needed beside the operator's bootstrap key only. */
  tenantId?: string | undefined;
  /**
   * Told about everything that went wrong beside the agent's run. It may throw: nothing comes of it. Without it, a key that is
   * refused and a form that is not understood are told once on the error output.
   */
  onError?: ((error: WhetstoneError) => unknown) | undefined;
  /** Longest that a recall may take, in milliseconds. Default 300. */
  recallTimeoutMs?: number | undefined;
  /** Longest that any other request may take, in milliseconds. Default 10,000. */
  requestTimeoutMs?: number | undefined;
  /** How often a request that may be repeated safely is tried again. Default 2. */
  retries?: number | undefined;
  /** Most records that wait to be sent; above it the oldest are dropped. Default 10,000. */
  maxRecords?: number | undefined;
  /** Most bytes of records that wait to be sent. Default 16 MiB. */
  maxBytes?: number | undefined;
  /** Longest that a record waits for company before it is sent, in milliseconds. Default 1,000. */
  flushIntervalMs?: number | undefined;
  /** Longest that the end of the process is put off for what waits, in milliseconds; 0 turns it off. Default 2,000. */
  exitTimeoutMs?: number | undefined;
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof fetch | undefined;
}

/** Who a call is for. What is left out is as it was. */
export interface Caller {
  user?: string | null | undefined;
  session?: string | null | undefined;
}

export interface Settings {
  /** Without a slash at the end; null where there is none that could be used. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly agentId: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  /** Who a client was made for with `with`, which outranks `runWith`. */
  readonly caller: Caller;
  readonly recallTimeoutMs: number;
  /** How long a model call or a tool may wait for the rules of a call: less than for a recall, unless that limit is given. */
  readonly momentWaitMs: number;
  readonly requestTimeoutMs: number;
  readonly retries: number;
  readonly maxRecords: number;
  readonly maxBytes: number;
  readonly flushIntervalMs: number;
  readonly exitTimeoutMs: number;
  readonly fetch: typeof fetch;
  /** Tells `onError`, and survives it. */
  report(error: WhetstoneError): void;
}

function bounded(value: number | undefined, fallback: number, most = LONGEST_MS): number {
  return value === undefined || !(value >= 0) ? fallback : Math.min(Math.trunc(value), most);
}

/** An address may come as a URL object too, from programs that are not checked by types. */
function usableUrl(address: string | undefined): string | null {
  const text = String(address ?? '');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return null;
  return text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
}

/** A variable of the environment, on platforms that have one and let it be read. */
export function environmentVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    // Deno without the permission to read it: the same as without the variable.
    return undefined;
  }
}

function headersOf(apiKey: string | undefined, tenantId: string | undefined): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
  };
}

/** What was told already: a wrong key is met again with every call and by every client. */
const told = new Set<string>();

/** Without a hook, what nobody would find out by waiting is told once. */
function warnOnce({ status, kind, message }: WhetstoneError, url: string | null): void {
  const isKey = status === 401 || status === 403;
  const key = isKey ? `${status} ${url}` : message;
  if ((!isKey && kind !== 'unknown-form') || told.has(key)) return;
  told.add(key);
  const advice = isKey ? ' Nothing is recalled and records wait: check WHETSTONE_API_KEY.' : '';
  const { console } = globalThis as { console?: { warn?: (text: string) => void } };
  console?.warn?.(`whetstone: ${message}.${advice}`);
}

function reporter(onError: WhetstoneOptions['onError'], url: string | null): Settings['report'] {
  return (error) => {
    try {
      if (onError === undefined) warnOnce(error, url);
      const answer = onError?.(error);
      // An asynchronous hook that fails would end the process as an unhandled rejection.
      if (answer instanceof Promise) answer.catch(() => undefined);
    } catch {
      // The hook is the caller's. An error in it can be reported to nobody else.
    }
  };
}

/** Called as a function of its own: a browser's fetch refuses to be a method of anything else. */
function sender(given: typeof fetch | undefined): typeof fetch {
  return (input, init) => (given ?? globalThis.fetch)(input, init);
}

/** The options with everything filled in. */
export function resolveSettings(options: WhetstoneOptions = {}): Settings {
  const url = usableUrl(options.url ?? environmentVariable('WHETSTONE_URL'));
  return {
    url,
    headers: headersOf(options.apiKey ?? environmentVariable('WHETSTONE_API_KEY'), options.tenantId),
    agentId: options.agentId ?? environmentVariable('WHETSTONE_AGENT') ?? 'default',
    userId: options.userId ?? null,
    sessionId: options.sessionId ?? null,
    caller: {},
    recallTimeoutMs: bounded(options.recallTimeoutMs, 300),
    momentWaitMs: bounded(options.recallTimeoutMs, 50),
    requestTimeoutMs: bounded(options.requestTimeoutMs, 10_000),
    retries: bounded(options.retries, 2, 10),
    maxRecords: bounded(options.maxRecords, 10_000),
    maxBytes: bounded(options.maxBytes, 16 * 1024 * 1024),
    flushIntervalMs: bounded(options.flushIntervalMs, 1000),
    exitTimeoutMs: bounded(options.exitTimeoutMs, 2000),
    fetch: sender(options.fetch),
    report: reporter(options.onError, url),
  };
}

type Scoped = Pick<RecallRequest, 'scope' | 'agent_id' | 'user_id'>;

/** The agent, user and session of a recall or record that names none, here and now. */
export function defaultScope({ agentId, userId, sessionId, caller }: Settings) {
  const context = currentContext();
  return {
    scope: { agent_id: agentId, user_id: firstGiven(caller.user, context.user, userId) },
    session_id: firstGiven(caller.session, context.session, sessionId),
  };
}

/** The scope of a recall or record: what it says itself, in the long or the short form, else as {@link defaultScope}. */
export function completeScope(settings: Settings, { scope, agent_id, user_id }: Scoped): Scope {
  return {
    ...defaultScope(settings).scope,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(user_id === undefined ? {} : { user_id }),
    ...scope,
  };
}

/** Null is given: it says that there is none. */
function firstGiven(...values: (string | null | undefined)[]): string | null {
  return values.find((value) => value !== undefined) ?? null;
}

export function noAddress(): WhetstoneError {
  return new WhetstoneError(
    'invalid',
    'no gateway: set WHETSTONE_URL or the option url to its http(s) address',
  );
}

const FAILURES_BEFORE_QUIET = 5;
const QUIET_MS = 5000;
const LONGEST_QUIET_MS = 60_000;

/**
 * When not to ask. A gateway that asked for time gets it, and one that failed several times in a row is left alone for
 * a moment, so that an outage costs the agent its recalls but not the wait for each of them.
 */
export class CircuitBreaker {
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** The reason not to ask now, or null. After the quiet the first call is let through as a test. */
  reason(now: number): WhetstoneError | null {
    if (now >= this.#until) return null;
    const left = Math.ceil(this.#until - now);
    return new WhetstoneError('paused', `the gateway is left alone for another ${left} ms`, {
      retryAfterMs: left,
    });
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = Number.NEGATIVE_INFINITY;
  }

  failed(error: WhetstoneError, now: number): void {
    if (!isPassing(error) || error.kind === 'paused') return;
    this.#failures += 1;
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_QUIET_MS);
    const own = this.#failures >= FAILURES_BEFORE_QUIET ? QUIET_MS : 0;
    this.#until = Math.max(this.#until, now + Math.max(asked, own));
  }
}

/** The version of this package, which is that of the interface it was generated from. */
export const VERSION = '0.3.0';
