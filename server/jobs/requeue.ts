/** What becomes of a job whose run has ended without success. */
import { jobKey } from './catalogue.ts';
import type { Ending, PendingJob, StoredJob } from './engine.ts';

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
