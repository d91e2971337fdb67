/**
 * What a job's handler and its worker say to each other by throwing. Told apart by brands, like {@link ServiceError},
 * because bundling can make two copies of a class.
 */

const DEFER = Symbol.for('whetstone.job-defer');
const LOST = Symbol.for('whetstone.job-lost');

/** Thrown by a handler: not now, but again in `delayMs`. It costs the job no attempt. */
export class Defer extends Error {
  readonly [DEFER] = true;
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`deferred by ${delayMs} ms`);
    this.name = 'Defer';
    this.delayMs = delayMs;
  }
}

/** Thrown by a commit: the job is no longer this worker's, and nothing was written. Handlers let it pass. */
export class LostLease extends Error {
  readonly [LOST] = true;

  constructor() {
    super('the job is no longer held by this worker');
    this.name = 'LostLease';
  }
}

/** Whether `error` is a {@link Defer} of any copy of this module. */
export function isDefer(error: unknown): error is Defer {
  return typeof error === 'object' && error !== null && DEFER in error;
}

/** Whether `error` is a {@link LostLease} of any copy of this module. */
export function isLostLease(error: unknown): error is LostLease {
  return typeof error === 'object' && error !== null && LOST in error;
}
