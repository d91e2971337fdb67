/** The rule of what becomes of a job whose run is over. */
import { DAY_MS } from '../domain/time.ts';
import { errorFields } from '../platform/log/log.ts';
import { jobKey } from './catalogue.ts';
import type { Ending, PendingJob, StoredJob } from './engine.ts';
import { isDefer, isLostLease } from './job.ts';

/** How long a failed job waits: 60 s, 120 s, and so on doubling, whatever the number of attempts that is allowed. */

const FIRST_MS = 60_000;
const LONGEST_MS = DAY_MS;

/** Milliseconds from the failure of the `attempt`-th run, counted from 1, to the next; never more than a day. */
function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
}

/**
 * How a run ends that threw `error`, or nothing where it is undefined; null where the job is no longer this worker's. A
 * run that was deferred, or ended because the worker stops, costs no attempt; every other error does.
 */
export function decideEnding(
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

/** What becomes of a job whose run has ended without success. */

/** What is kept of a job whose worker died. */
const LEASE_EXPIRED = 'the worker stopped without a word, and its lease expired';

/** A job as it is enqueued again: with its items, and the attempts it has had. */
export function asPending(
  { id, kind, tenant, agentId, skillId, items }: StoredJob,
  { delayMs, attempts, error }: Extract<Ending, { status: 'pending' }>,
): PendingJob {
  const subject = { kind, tenant, agentId, skillId };
  return { id, ...subject, items, key: jobKey(subject), attempts, error, delayMs, longestMs: null };
}

/** How a run ends whose worker died: the attempt counts, and the next one may begin at once. */
export function endingOfDead(attempt: number, maxAttempts: number): Exclude<Ending, { status: 'done' }> {
  return attempt >= maxAttempts
    ? { status: 'failed', error: LEASE_EXPIRED }
    : { status: 'pending', delayMs: 0, attempts: attempt, error: LEASE_EXPIRED };
}
