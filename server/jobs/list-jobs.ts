/** Jobs that failed for good, for an administrator to look at and to try again. */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { isServiceError, notFound } from '../platform/errors.ts';
import { momentOf, type Page, pageOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { fieldsOf, type JobFields, type JobKind, namedFieldsOf } from './catalogue.ts';
import { putPending } from './daily-jobs.ts';
import { failedJobs, waitingJobs } from './store.ts';

/** Jobs that one call tries again: as many as fit a request's time. */
const MOST_RETRIED = 500;

/** A job that has no attempt left. */
interface FailedJob {
  id: string;
  kind: JobKind;
  payload: JobFields;
  attempts: number;
  /** What went wrong the last time, without anything that a caller has sent. */
  lastError: string | null;
  failedAt: string;
}

/** A page of the principal's tenant, jobs that failed last first. */
export async function listFailedJobs(
  runtime: Runtime,
  { tenant }: Principal,
  { limit, cursor = null }: { limit: number; cursor?: string | null },
): Promise<Page<FailedJob>> {
  const records = await failedJobs(runtime.db.read, tenant).newest(limit + 1, momentOf(cursor));
  return pageOf(records, limit, {
    show: ({ key: _, failedAt, ...record }) => ({
      ...record,
      payload: fieldsOf(record),
      failedAt: failedAt.toISOString(),
    }),
    place: ({ failedAt, id }) => ({ key: failedAt, id }),
  });
}

/**
 * Makes a failed job pending again, with all its attempts. Unknown, or retried by somebody else: `job not
 * found`.
 */
export async function retryJob(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const failed = await failedJobs(tx, tenant).take(id);
    if (failed === null) throw notFound('job');
    const { kind, key, payload, attempts } = failed;
    await putPending(runtime, tx, [
      { id, kind, tenant, key, payload, attempts: 0, error: null, delayMs: 0, longestMs: null },
    ]);
    await writeAudit(runtime, tx, principal, {
      action: 'job.retried',
      resource: `job:${id}`,
      details: { kind, ...namedFieldsOf(failed), attempts },
    });
  });
}

/**
 * Retries the tenant's failed jobs, those that failed last first, each in a transaction of its own, at most
 * 500 a call. `retried` is how many; `more` whether others are left.
 */
export async function retryAllJobs(
  runtime: Runtime,
  principal: Principal,
): Promise<{ retried: number; more: boolean }> {
  const store = failedJobs(runtime.db.read, principal.tenant);
  const failed = await store.newest(MOST_RETRIED + 1, null);
  let retried = 0;
  for (const { id } of failed.slice(0, MOST_RETRIED)) {
    if (await retryUnlessGone(runtime, principal, id)) retried += 1;
  }
  return { retried, more: failed.length > MOST_RETRIED };
}

/** False where somebody else was faster. */
async function retryUnlessGone(runtime: Runtime, principal: Principal, id: string): Promise<boolean> {
  try {
    await retryJob(runtime, principal, id);
    return true;
  } catch (error) {
    if (isServiceError(error) && error.kind === 'not_found') return false;
    throw error;
  }
}

// How much background work waits: beside a budget that is used up, what it holds off.

/** The principal's tenant's pending jobs, whether they are due or not. */
export async function countWaitingJobs({ db }: Runtime, { tenant }: Principal): Promise<number> {
  return await waitingJobs(db.read, tenant, db.dialect).count();
}
