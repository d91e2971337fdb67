/**
 * How a question to the learning model can fail. The three kinds decide what becomes of the work: it waits for the model, it
 * counts as failed, or it waits for tomorrow's budget. Texts are of our own making: a provider's message may repeat the prompt or
 * the credential and is never kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { refusesText } from './endpoint.ts';
import type { CallUsage, Reply } from './read-reply.ts';

const KIND = Symbol.for('whetstone.model-error');

type Kind = 'unavailable' | 'unusable' | 'over_budget';

/** Seconds after which asking again may help, where the provider says nothing. */
const RETRY_AFTER_SECONDS = 30;

/** No answer could be had: no provider, a refused credential, an outage, a provider that limits the rate. */
export class ModelUnavailable extends Error {
  readonly [KIND] = 'unavailable' satisfies Kind;
  /** Why, in words that may be shown to a caller. */
  readonly reason: string;
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds: number = RETRY_AFTER_SECONDS) {
    super(`learning model unavailable: ${reason}`);
    this.name = 'ModelUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The model answered, twice where that could help, and the answer cannot be used. */
export class ModelUnusable extends Error {
  readonly [KIND] = 'unusable' satisfies Kind;
  /** What is wrong with the answer; holds none of its content. */
  readonly problem: string;

  constructor(problem: string) {
    super(`the model's answer cannot be used: ${problem}`);
    this.name = 'ModelUnusable';
    this.problem = problem;
  }
}

/** The tenant has used its tokens of this UTC day. */
export class OverBudget extends Error {
  readonly [KIND] = 'over_budget' satisfies Kind;

  constructor() {
    super('daily learning token budget exceeded');
    this.name = 'OverBudget';
  }
}

function isOfKind(error: unknown, kind: Kind): boolean {
  return typeof error === 'object' && error !== null && KIND in error && error[KIND] === kind;
}

/** Whether `error` is a {@link ModelUnavailable} of any copy of this module. */
export function isModelUnavailable(error: unknown): error is ModelUnavailable {
  return isOfKind(error, 'unavailable');
}

/** Whether `error` is a {@link ModelUnusable} of any copy of this module. */
export function isModelUnusable(error: unknown): error is ModelUnusable {
  return isOfKind(error, 'unusable');
}

/** Whether `error` is an {@link OverBudget} of any copy of this module. */
export function isOverBudget(error: unknown): error is OverBudget {
  return isOfKind(error, 'over_budget');
}

/** The pause that a provider asked for. It holds for the whole process: calls that start meanwhile wait instead of being refused too. */

/** Longest pause that is believed; a header that asks for more must not stop learning for days. */
const MAX_PAUSE_MS = 300_000;

export interface RatePause {
  /** Starts a pause, or prolongs it. */
  begin(milliseconds: number): void;
  /** Milliseconds that are left. */
  left(): number;
}

/** The pause of one process; none at first. */
export function createRatePause(): RatePause {
  let until = 0;
  return {
    begin(milliseconds) {
      until = Math.max(until, performance.now() + Math.min(milliseconds, MAX_PAUSE_MS));
    },
    left: () => Math.max(0, until - performance.now()),
  };
}

/** How long one question may wait for the provider in all, and stops waiting when its job does. */
export interface Waiting {
  /** Waits, or throws what `tooLong` makes where that would be longer than is left. */
  wait(milliseconds: number, tooLong: () => ModelUnavailable): Promise<void>;
}

/** The waiting of one question: at most `maxMs` in all. */
export function createWaiting(maxMs: number, signal: AbortSignal | undefined): Waiting {
  let left = maxMs;
  return {
    async wait(milliseconds, tooLong) {
      if (milliseconds > left) throw tooLong();
      left -= milliseconds;
      if (milliseconds === 0) return;
      try {
        await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
      } catch {
        // Only the signal ends a sleep early, and its reason says more than the sleep's own error.
        signal?.throwIfAborted();
      }
    },
  };
}

/** What became of one request to the endpoint, told apart by what to do next. Nothing of a provider's text leaves this file's callers. */

export type Outcome =
  /** An answer, whatever it is worth. */
  | { kind: 'answered'; reply: Reply; usage: CallUsage | null }
  /** The endpoint does not accept the request's form. `refusal` holds its words: compare them, never pass them on. */
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

function connectionOutcome(error: APIConnectionError, timeoutMs: number): Outcome {
  if (error instanceof APIConnectionTimeoutError) {
    return { kind: 'failed', reason: `no answer within ${timeoutMs / 1000} seconds` };
  }
  const oversized = [...errorChain(error)].some(({ name }) => name === 'OversizedReply');
  if (oversized) return { kind: 'spoiled', problem: 'the reply is too long' };
  return { kind: 'shaken', reason: 'the endpoint cannot be reached' };
}

function statusOutcome(status: number, { message, headers }: APIError, now: Date): Outcome {
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
export function failureOutcome(error: unknown, timeoutMs: number, now: Date): Outcome {
  if (error instanceof APIConnectionError) return connectionOutcome(error, timeoutMs);
  if (error instanceof APIError && typeof error.status === 'number') {
    return statusOutcome(error.status, error, now);
  }
  if (error instanceof SyntaxError) return { kind: 'shaken', reason: 'the endpoint does not answer in JSON' };
  throw error;
}
