/**
 * What became of one request to the endpoint, told apart by what to do next. Nothing of a provider's text
 * leaves this file's callers.
 */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { refusesText } from './capabilities.ts';
import type { CallUsage, Reply } from './read-reply.ts';

export type CallOutcome =
  /** An answer, no matter what it is worth. */
  | { kind: 'answered'; reply: Reply; usage: CallUsage | null }
  /**
   * The endpoint does not accept the request's form. `refusal` holds its words: compare them, never pass them
   * on.
   */
  | { kind: 'refused'; status: number; refusal: string }
  /** The provider limits the rate; how long to wait, if it says so. */
  | { kind: 'limited'; waitMs: number | null }
  /** An error that may be gone in a moment. */
  | { kind: 'shaken'; reason: string }
  /** An error that asking again does not fix. */
  | { kind: 'failed'; reason: string }
  /** An answer that is lost because of this one request's text. */
  | { kind: 'spoiled'; problem: string };

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
  const oversized = [...errorChain(error)].some(({ name }) => name === 'OversizedReply');
  if (oversized) return { kind: 'spoiled', problem: 'the reply is too long' };
  return { kind: 'shaken', reason: 'the endpoint cannot be reached' };
}

function statusOutcome(status: number, { message, headers }: APIError, now: Date): CallOutcome {
  if (status === 429) {
    if (/insufficient_quota/.test(message))
      return { kind: 'failed', reason: "the provider's quota is used up" };
    return { kind: 'limited', waitMs: retryAfterMs(headers, now) };
  }
  if (status === 401 || status === 403)
    return { kind: 'failed', reason: 'the endpoint refuses the credential' };
  if (status === 404)
    return { kind: 'failed', reason: 'the endpoint does not know the model or the address' };
  if (status >= 500 || status === 408 || status === 409) {
    return { kind: 'shaken', reason: `the endpoint answers with status ${status}` };
  }
  if (refusesText(status, message))
    return { kind: 'spoiled', problem: 'the endpoint refuses the text of the request' };
  if (status === 400 || status === 422) return { kind: 'refused', status, refusal: message };
  return { kind: 'failed', reason: `the endpoint answers with status ${status}` };
}

/** What a failed request means. `timeoutMs` is what it was given. */
export function failureOutcome(error: unknown, timeoutMs: number, now: Date): CallOutcome {
  if (error instanceof APIConnectionError) return connectionOutcome(error, timeoutMs);
  if (error instanceof APIError && typeof error.status === 'number') {
    return statusOutcome(error.status, error, now);
  }
  if (error instanceof SyntaxError) return { kind: 'shaken', reason: 'the endpoint does not answer in JSON' };
  throw error;
}
