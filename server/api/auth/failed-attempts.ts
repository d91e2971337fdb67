/**
 * Credentials that were wrong: counted by kind, logged with the address they came from, and limited for each address. A limit
 * holds for right credentials too, else a guesser would go on and learn by the answer which guess was right; so it holds only
 * for what could be guessed. The keys and tokens of agents cannot be: those behind the same address go on working.
 */
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { addressBucket } from '../../platform/http/trusted-proxies.ts';
import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** What was wrong: a sign-in by its way, or a credential by what it looked like. */
export type FailureKind =
  | 'sign_in_key'
  | 'sign_in_operator'
  | 'sign_in_sso'
  | 'operator_key'
  | 'api_key'
  | 'token';

/** Failures of one address in a minute, and lines about them. */
const PER_MINUTE = 20;
const RETRY_AFTER_SECONDS = 60;

const bucketsOf = (runtime: Runtime, name: 'guesses' | 'lines') =>
  runtime.once(`auth.failed.${name}`, () => new TokenBuckets(PER_MINUTE));

/** A look at a credential: it throws 401 for a wrong one, or answers what `isWrong` knows for a refusal. */
interface Check<T> {
  check: () => T | Promise<T>;
  isWrong?: (answer: T) => boolean;
}

/** The address that the request under way is counted by; empty where the door cannot know it. */
function callerAddress(): string {
  const address = currentRequest()?.clientAddress ?? '';
  return address === '' ? '' : addressBucket(address);
}

/** Notes a failed attempt where nothing is limited: counted each time, logged up to a bound for each address. */
export function noteFailure(runtime: Runtime, kind: FailureKind): void {
  runtime.metrics.authFailures.inc({ kind });
  const address = callerAddress();
  if (bucketsOf(runtime, 'lines').take(address, runtime.clock().getTime())) {
    runtime.log.warn('auth.failed', { kind, address });
  }
}

/** The answer of a check of what nobody can guess; a failure is noted. */
export async function notingFailure<T>(runtime: Runtime, kind: FailureKind, { check }: Check<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (isRefusal(error)) noteFailure(runtime, kind);
    throw error;
  }
}

/**
 * The answer of a check of what could be guessed; a failure is noted. Throws 429 without checking anything where the address
 * has failed too often. Checks under way count as failures, so that many at once meet the limit too.
 */
export async function limitGuesses<T>(
  runtime: Runtime,
  kind: FailureKind,
  { check, isWrong = () => false }: Check<T>,
): Promise<T> {
  const address = callerAddress();
  const guesses = bucketsOf(runtime, 'guesses');
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
