/** The rule of what becomes of a job whose run is over. */
import { errorFields } from '../platform/log/error-fields.ts';
import { isDefer, isLostLease } from './defer.ts';
import type { Ending } from './engine.ts';
import { retryDelayMs } from './retry-delay.ts';

/**
 * How a run ends that threw `error`, or nothing where it is undefined; null where the job is no longer this worker's. A
 * run that was deferred, or ended because the worker stops, costs no attempt; every other error does.
 */
export function endingOf(
  { error, halt }: { error?: unknown; halt?: string },
  attempt: number,
  maxAttempts: number,
): Ending | null {
  if (error === undefined) return { status: 'done' };
  if (isLostLease(error)) return null;
  if (isDefer(error)) {
    return { status: 'pending', delayMs: error.delayMs, attempts: attempt - 1, error: null };
  }
  if (halt === 'stop') return { status: 'pending', delayMs: 0, attempts: attempt - 1, error: null };
  const text = errorText(error);
  if (attempt >= maxAttempts) return { status: 'failed', error: text };
  return { status: 'pending', delayMs: retryDelayMs(attempt), attempts: attempt, error: text };
}

/** What is kept of an error: its name, and its message where that cannot hold what callers sent. */
function errorText(error: unknown): string {
  const { error: name, code, message } = errorFields(error);
  return [name, code, message].filter((part) => part !== undefined).join(': ');
}
