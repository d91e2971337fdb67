/**
 * Wrong credentials: counted by kind, logged with their address, and limited for each address. The limit
 * applies to right credentials too, or a guesser would learn from the reply which guess was right. So it
 * applies only to what could be guessed. The keys and tokens of agents cannot, and keep working behind the
 * same address.
 */
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { addressBucket } from '../../platform/http/trusted-proxies.ts';
import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** What was wrong: a way of signing in, or a credential by its form. */
export type FailureKind =
  | 'sign_in_key'
  | 'sign_in_operator'
  | 'sign_in_sso'
  | 'operator_key'
  | 'api_key'
  | 'token';

/** Failures of one address per minute, and log lines about them. */
const PER_MINUTE = 20;
const RETRY_AFTER_SECONDS = 60;

const attemptBuckets = (runtime: Runtime, name: 'guesses' | 'lines') =>
  runtime.once(`auth.failed.${name}`, () => new TokenBuckets(PER_MINUTE));

/** `check` throws 401 for a wrong credential, or returns what `isWrong` recognizes as a refusal. */
interface Check<T> {
  check: () => T | Promise<T>;
  isWrong?: (answer: T) => boolean;
}

/** The address that the current request counts for; empty where the transport does not know it. */
function callerAddress(): string {
  const address = currentRequest()?.clientAddress ?? '';
  return address === '' ? '' : addressBucket(address);
}

/** Counts a failed attempt, and logs it up to a limit for each address. */
export function noteFailure(runtime: Runtime, kind: FailureKind): void {
  runtime.metrics.authFailures.inc({ kind });
  const address = callerAddress();
  if (attemptBuckets(runtime, 'lines').take(address, runtime.clock().getTime())) {
    runtime.log.warn('auth.failed', { kind, address });
  }
}

/** Checks a credential that nobody can guess, and notes a failure. */
export async function notingFailure<T>(runtime: Runtime, kind: FailureKind, { check }: Check<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (isRefusal(error)) noteFailure(runtime, kind);
    throw error;
  }
}

/**
 * Checks a credential that could be guessed, and notes a failure. Throws 429 without a check where the
 * address has failed too often. Checks in progress count as failures, so that many at once meet the limit
 * too.
 */
export async function limitGuesses<T>(
  runtime: Runtime,
  kind: FailureKind,
  { check, isWrong = () => false }: Check<T>,
): Promise<T> {
  const address = callerAddress();
  const guesses = attemptBuckets(runtime, 'guesses');
  if (address !== '' && !guesses.take(address, runtime.clock().getTime())) {
    throw new ServiceError('rate_limited', 'too many failed attempts from this address', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  let failed = false;
  try {
    const answer = await check();
    failed = isWrong(answer);
    return answer;
  } catch (error) {
    failed = isRefusal(error);
    throw error;
  } finally {
    if (failed) noteFailure(runtime, kind);
    else guesses.giveBack(address);
  }
}

function isRefusal(error: unknown): boolean {
  return isServiceError(error) && error.kind === 'unauthenticated';
}
