/** What became of one request to the endpoint, by what to do next. The endpoint's own words are redacted and shortened. */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { redact } from '../../domain/safety/redact.ts';
import { namesPart } from './dialect.ts';
import type { CallUsage, Reply } from './read-reply.ts';

export type CallOutcome =
  /** An answer, whatever it is worth. */
  | { kind: 'answered'; reply: Reply; usage: CallUsage | null }
  /** The endpoint does not accept the request as it is, and why in its words. */
  | { kind: 'refused'; status: number; words: string }
  /** The provider limits the rate; how long to wait, if it says so. */
  | { kind: 'rateLimited'; waitMs: number | null }
  /** An error that may be gone in a moment. */
  | { kind: 'transientError'; reason: string }
  /** An error that asking again does not fix. */
  | { kind: 'failed'; reason: string }
  /** An answer that is lost because of this one request's text. */
  | { kind: 'contentError'; problem: string };

/** Characters of an endpoint's words that are kept. */
const MAX_WORDS = 300;

/** Words of an endpoint on one line, without `apiKey` and anything that is redacted elsewhere. */
export function redactWords(text: string, apiKey: string | null): string {
  const open = apiKey === null ? text : text.replaceAll(apiKey, '[REDACTED api_key]');
  return redact(open.replaceAll(/\s+/g, ' ').trim()).slice(0, MAX_WORDS).toWellFormed();
}

/** Codes of connections that were never made: no request reached the endpoint. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const MAX_CAUSES = 5;

/** `error` and what caused it, outermost first. */
function* errorChain(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

/** Whether a request that failed like this reached the endpoint, as far as anyone can tell. */
export function wasSent(error: unknown): boolean {
  return ![...errorChain(error)].some((cause) => 'code' in cause && NEVER_SENT.has(String(cause.code)));
}

/** Milliseconds that a Retry-After header asks for, as seconds or as a date; null without a usable one. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | null {
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now.getTime() : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function connectionOutcome(error: APIConnectionError, timeoutMs: number): CallOutcome {
  if (error instanceof APIConnectionTimeoutError) {
    return { kind: 'failed', reason: `no answer within ${timeoutMs / 1000} seconds` };
  }
  const chain = [...errorChain(error)];
  if (chain.some(({ name }) => name === 'OversizedReply'))
    return { kind: 'contentError', problem: 'the reply is too long' };
  const code = chain.flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  )[0];
  return {
    kind: 'transientError',
    reason: `the endpoint cannot be reached${code === undefined ? '' : ` (${code})`}`,
  };
}

/** Whether a refusal is about this one request's text, so that no other form of asking would help. */
function isContentError(words: string): boolean {
  return /content_filter|content_policy|content management policy/i.test(words);
}

/** OpenRouter's words. */
const NO_ROUTE = /no endpoints found/i;

/** Whether the request is refused as it is asked. Some routers look for a model that understands every part, and some servers fail on one. */
function isRefusal(status: number, words: string): boolean {
  const isForPart = (status === 404 && NO_ROUTE.test(words)) || (status === 500 && namesPart(words));
  return status === 400 || status === 422 || status === 501 || isForPart;
}

function statusOutcome(
  status: number,
  words: string,
  { headers, now }: { headers: Headers | undefined; now: Date },
): CallOutcome {
  const because = (reason: string) => (words === '' ? reason : `${reason}: ${words}`);
  if (status === 429) {
    if (/insufficient_quota/.test(words))
      return { kind: 'failed', reason: because("the provider's quota is used up") };
    return { kind: 'rateLimited', waitMs: retryAfterMs(headers, now) };
  }
  if (status === 401 || status === 403)
    return { kind: 'failed', reason: because(`the endpoint refuses the API key (${status})`) };
  if (status === 413) return { kind: 'refused', status, words: `context length exceeded: ${words}` };
  if (isRefusal(status, words)) {
    return isContentError(words)
      ? { kind: 'contentError', problem: because("the endpoint refuses the request's text") }
      : { kind: 'refused', status, words };
  }
  if (status === 404)
    return { kind: 'failed', reason: because('the endpoint does not know the model or the address (404)') };
  if (status >= 500 || status === 408 || status === 409) {
    return { kind: 'transientError', reason: because(`the endpoint answers with status ${status}`) };
  }
  return { kind: 'failed', reason: because(`the endpoint answers with status ${status}`) };
}

/** What the library puts before an endpoint's words. */
const LIBRARY_PREFIX = /^\d{3} (status code \(no body\))?/;

/** What a failed request means. `timeoutMs` is what it was given. */
export function failureOutcome(
  error: unknown,
  { timeoutMs, now, apiKey }: { timeoutMs: number; now: Date; apiKey: string | null },
): CallOutcome {
  if (error instanceof APIConnectionError) return connectionOutcome(error, timeoutMs);
  if (error instanceof APIError && typeof error.status === 'number') {
    const words = redactWords(error.message.replace(LIBRARY_PREFIX, ''), apiKey);
    return statusOutcome(error.status, words, { headers: error.headers, now });
  }
  if (error instanceof SyntaxError)
    return { kind: 'transientError', reason: 'the endpoint does not answer in JSON' };
  throw error;
}
