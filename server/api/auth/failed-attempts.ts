/**
 * Wrong credentials: counted by kind, logged with their address, and slowed down for each address. Every
 * credential is checked, so that others behind the same address can never keep out who has the right one: a
 * guesser is limited by the requests of an address (`SERVICE_IP_RATE_LIMIT_PER_MINUTE`) and by the wait below.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { addressBucket } from '../../platform/http/trusted-proxies.ts';
import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { RefusedToken } from './token-principal.ts';

/** What was wrong: a way of signing in, or a credential by its form. */
export type FailureKind =
  | 'sign_in_key'
  | 'sign_in_operator'
  | 'sign_in_sso'
  | 'operator_key'
  | 'api_key'
  | 'token';

/** Failures of one address per minute that are answered at once, and log lines about them. */
const PER_MINUTE = 20;
const RETRY_AFTER_SECONDS = 60;
/** How long the reply to each further one is held back. */
const SLOWED_MS = 1000;
/** How many replies are held back at once in all, so that they take no memory to speak of. */
const MAX_SLOWED = 1000;

const attemptBuckets = (runtime: Runtime, name: 'guesses' | 'lines') =>
  runtime.once(`auth.failed.${name}`, () => new TokenBuckets(PER_MINUTE));

/** `check` throws 401 for a wrong credential, or returns what `isWrong` recognizes as a refusal. */
interface CredentialCheck<T> {
  check: () => T | Promise<T>;
  isWrong?: (answer: T) => boolean;
}

/** The address that the current request counts for; empty where the transport does not know it. */
function callerAddress(): string {
  const address = currentRequest()?.clientAddress ?? '';
  return address === '' ? '' : addressBucket(address);
}

/** Why a credential was refused, and whose it is as far as that is certain. */
interface RefusalDetails {
  reason?: string;
  subject?: string | null;
}

/** Counts a failed attempt, and logs it up to a limit for each address. */
export function noteFailure(
  runtime: Runtime,
  kind: FailureKind,
  { reason, subject }: RefusalDetails = {},
): void {
  runtime.metrics.authFailures.inc({ kind });
  const address = callerAddress();
  if (attemptBuckets(runtime, 'lines').take(address, runtime.clock().getTime())) {
    const why = { ...(reason === undefined ? {} : { reason }), ...(subject ? { subject } : {}) };
    runtime.log.warn('auth.failed', { kind, address, ...why });
  }
}

/** Checks a credential that nobody can guess, and notes a failure. Agents with an old key keep getting 401. */
export async function notingFailure<T>(
  runtime: Runtime,
  kind: FailureKind,
  { check }: CredentialCheck<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof RefusedToken) noteFailure(runtime, kind, error);
    else if (isRefusal(error)) noteFailure(runtime, kind);
    throw error;
  }
}

/**
 * Checks a credential that could be guessed, and notes a failure. Where the address has failed too often, a
 * further failure is a 429 that comes late; the right credential passes at once, however many failed before.
 */
export async function limitGuesses<T>(
  runtime: Runtime,
  kind: FailureKind,
  { check, isWrong = () => false }: CredentialCheck<T>,
): Promise<T> {
  try {
    const answer = await check();
    if (isWrong(answer)) await failedGuess(runtime, kind);
    return answer;
  } catch (error) {
    if (isRefusal(error)) await failedGuess(runtime, kind);
    throw error;
  }
}

/** Notes a failed guess; throws 429, late, where the address has no failure left. */
async function failedGuess(runtime: Runtime, kind: FailureKind): Promise<void> {
  noteFailure(runtime, kind);
  const address = callerAddress();
  if (address === '' || attemptBuckets(runtime, 'guesses').take(address, runtime.clock().getTime())) return;
  const slowed = runtime.once('auth.failed.slowed', () => ({ replies: 0 }));
  if (slowed.replies < MAX_SLOWED) {
    slowed.replies += 1;
    await sleep(SLOWED_MS).finally(() => {
      slowed.replies -= 1;
    });
  }
  throw new ServiceError('rate_limited', 'too many failed attempts from this address', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function isRefusal(error: unknown): boolean {
  return isServiceError(error) && error.kind === 'unauthenticated';
}
