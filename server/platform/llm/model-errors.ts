/**
 * How a question to the learning model can fail. The three kinds decide what becomes of the work: it waits for the model, it
 * counts as failed, or it waits for tomorrow's budget. Texts are of our own making: a provider's message may repeat the prompt or
 * the credential and is never kept.
 */

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
  readonly fault: string;

  constructor(fault: string) {
    super(`the model's answer cannot be used: ${fault}`);
    this.name = 'ModelUnusable';
    this.fault = fault;
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
