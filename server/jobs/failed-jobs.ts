/** Jobs that failed for good, for an administrator to look at and to try again. */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type JobKind, jobKey } from './catalogue.ts';
import { putPending } from './enqueue-job.ts';
import { failedJobs } from './store.ts';

/** A job that has no attempt left. */
export interface FailedJob {
  id: string;
  kind: JobKind;
  agentId: string;
  /** The skill that an evolve job is about; null for the other kinds. */
  skillId: string | null;
  attempts: number;
  /** What went wrong the last time, without anything that a caller has sent. */
  lastError: string | null;
  failedAt: Date;
}

/** A page of the principal's tenant, jobs that failed last first. `before` is the last job of the page before. */
export async function listFailedJobs(
  runtime: Runtime,
  { tenant }: Principal,
  { limit, before = null }: { limit: number; before?: Pick<FailedJob, 'failedAt' | 'id'> | null },
): Promise<FailedJob[]> {
  const records = await failedJobs(runtime.db.read, tenant).newest(limit, before);
  return records.map(({ items: _, ...job }) => job);
}

/** Makes a failed job pending again, with all its attempts. Unknown, or retried by somebody else: `job not found`. */
export async function retryJob(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const failed = await failedJobs(tx, tenant).take(id);
    if (failed === null) throw notFound('job');
    const { kind, agentId, skillId, items, attempts } = failed;
    const subject = { kind, tenant, agentId, skillId };
    await putPending(runtime, tx, [
      { id, ...subject, items, key: jobKey(subject), attempts: 0, error: null, delayMs: 0, longestMs: null },
    ]);
    await writeAudit(runtime, tx, principal, {
      action: 'job.retried',
      resource: `job:${id}`,
      details: { kind, agent_id: agentId, attempts },
    });
  });
}
