/**
 * The errors that a caller is told about. Features throw them, transports map `kind` to a status; nothing
 * else reaches a caller, so no message of a library or a database can leak.
 */

const ERROR_KINDS = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'rate_limited',
  'over_budget',
  'over_quota',
  'unavailable',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** One error of a request's input, in the form of a 422 body. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
  ctx?: Record<string, unknown>;
  input?: unknown;
}

/**
 * Most problems that one reply tells of: the first ones are what a reader corrects, and a hostile body has
 * any number.
 */
export const MAX_PROBLEMS = 100;

const BRAND = Symbol.for('whetstone.service-error');

interface Extra {
  problems?: Problem[];
  retryAfterSeconds?: number;
}

/**
 * An error with a kind, a `detail` for the caller, and for `invalid` the single problems. Told apart by a
 * brand: bundling makes two copies of this class in one process, and `instanceof` would know only one of
 * them.
 */
export class ServiceError extends Error {
  readonly [BRAND] = true;
  readonly kind: ErrorKind;
  readonly detail: string;
  readonly problems: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, detail: string, extra: Extra = {}) {
    super(detail);
    this.name = 'ServiceError';
    this.kind = kind;
    this.detail = detail;
    this.problems = extra.problems?.slice(0, MAX_PROBLEMS);
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

/** Whether `error` is a {@link ServiceError} of any copy of this module. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/**
 * The one reply for an id that does not exist and for an id of another tenant, so that the two cannot differ.
 */
export function notFound(noun: string): ServiceError {
  return new ServiceError('not_found', `${noun} not found`);
}

/** A 422 with a single problem. */
export function invalid(loc: Problem['loc'], msg: string, type: string): ServiceError {
  return new ServiceError('invalid', msg, { problems: [{ loc, msg, type }] });
}
