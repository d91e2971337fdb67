/**
 * How a question to the learning model can fail. The three kinds decide what becomes of the work: it waits
 * for the model, it counts as failed, or it waits for tomorrow's budget. Texts are of our own making: a
 * provider's message may repeat the prompt or the credential and is never kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceError } from '../errors.ts';

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
  /** What a caller is told where it is the tenant's own quota. */
  readonly overQuota: ServiceError | null;

  constructor(overQuota: ServiceError | null = null) {
    super(overQuota?.detail ?? 'daily learning token budget exceeded');
    this.name = 'OverBudget';
    this.overQuota = overQuota;
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

// The pause that a provider asked for. It holds for the whole process: calls that start meanwhile wait
// instead of being refused too.

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
export interface WaitBudget {
  /** Waits, or throws what `tooLong` makes where that would be longer than is left. */
  wait(milliseconds: number, tooLong: () => ModelUnavailable): Promise<void>;
}

/** The waiting of one question: at most `maxMs` in all. */
export function createWaiting(maxMs: number, signal: AbortSignal | undefined): WaitBudget {
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
