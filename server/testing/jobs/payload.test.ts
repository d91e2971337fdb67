import { beforeEach, expect, it } from 'vitest';
import { enqueueJob, type JobHandlers, listFailedJobs, retryJob } from '../../jobs/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { eventually } from '../eventually.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../test-runtime.ts';
import { removeJobs, startWorker } from './jobs.ts';

/** A waiting job of the version before, whose row has no payload. */
async function insertEarlier(
  { db }: TestRuntime,
  job: { tenant: string; kind: string; key: string; agentId: string; skillId: string | null },
): Promise<void> {
  const client = clientOf(db.read);
  const { tenant, kind, key, agentId, skillId } = job;
  if (db.dialect === 'postgresql') {
    await client.$queryRaw`
      SELECT enqueue_job(${`job_${key}`}::text, ${tenant}::text, ${kind}::text, ${key}::text, ${agentId}::text,
        ${skillId}::text, interval '0', NULL::interval, 0)`;
    return;
  }
  const at = new Date(0);
  const dates = { runAt: at, createdAt: at, updatedAt: at };
  await client.job.create({ data: { ...job, id: `job_${key}`, status: 'pending', attempts: 0, ...dates } });
}

/** Handlers that note the fields they are given, by kind. */
function noting(seen: Map<string, unknown>): JobHandlers {
  const note = ({
    kind,
    id: _,
    tenant: __,
    attempt: ___,
    ...fields
  }: { kind: string } & Record<string, unknown>) => Promise.resolve(void seen.set(kind, fields));
  return { curate: note, evolve: note, deliver: note, erase: note };
}

describeOnBoth('the payload of a job', (runtime) => {
  beforeEach(() => removeJobs(runtime()));

  it('has the fields of its kind, and reaches the handler', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await rt.db.write(async (tx) => {
      await enqueueJob(rt, tx, { kind: 'deliver', tenant, deliveryId: 'del_1', round: 2 });
      await enqueueJob(rt, tx, { kind: 'evolve', tenant, agentId: 'bot', skillId: 'sk_1' });
      await enqueueJob(rt, tx, { kind: 'erase', tenant });
    });
    const rows = await clientOf(rt.db.read).job.findMany({ where: { tenant }, orderBy: { kind: 'asc' } });
    expect(rows.map(({ payload, agentId, skillId }) => [payload, agentId, skillId])).toEqual([
      ['{"deliveryId":"del_1","round":2}', 'del_1', '2'],
      ['{}', '*', null],
      ['{"agentId":"bot","skillId":"sk_1"}', 'bot', 'sk_1'],
    ]);
    const seen = new Map<string, unknown>();
    await startWorker(rt, noting(seen));
    await eventually('all have run', () => seen.size === 3);
    expect(Object.fromEntries(seen)).toEqual({
      deliver: { deliveryId: 'del_1', round: 2 },
      evolve: { agentId: 'bot', skillId: 'sk_1' },
      erase: {},
    });
  });

  it('comes from the columns of the version before where that enqueued the job', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const row = { tenant, skillId: null };
    await insertEarlier(rt, { ...row, kind: 'curate', key: `curate:${tenant}:bot`, agentId: 'bot' });
    await insertEarlier(rt, { ...row, kind: 'erase', key: `erase:${tenant}:*`, agentId: '*' });
    const delivery = { kind: 'deliver', key: `deliver:${tenant}:del_1:3`, agentId: 'del_1', skillId: '3' };
    await insertEarlier(rt, { ...row, ...delivery });
    const seen = new Map<string, unknown>();
    await startWorker(rt, noting(seen));
    await eventually('all have run', () => seen.size === 3);
    expect(Object.fromEntries(seen)).toEqual({
      curate: { agentId: 'bot' },
      deliver: { deliveryId: 'del_1', round: 3 },
      erase: {},
    });
  });

  it.each([
    ['{"agentId":7}', 'expected string'],
    ['{', 'it is not valid JSON'],
  ])('fails its job at once where it is %s, and again when that is retried', async (payload, why) => {
    const rt = runtime();
    const principal = freshPrincipal();
    const { tenant } = principal;
    const at = new Date(0);
    const job = { id: 'job_x', tenant, kind: 'curate', key: `curate:${tenant}:bot`, agentId: 'bot', payload };
    const dates = { runAt: at, createdAt: at, updatedAt: at };
    await clientOf(rt.db.read).job.create({ data: { ...job, ...dates, status: 'pending', attempts: 0 } });
    const seen = new Map<string, unknown>();
    await startWorker(rt, noting(seen));
    const failed = () =>
      eventually(
        'it has failed',
        async () => (await listFailedJobs(rt, principal, { limit: 9 })).items[0] ?? false,
      );
    expect(await failed()).toMatchObject({ id: 'job_x', kind: 'curate', payload: {}, attempts: 1 });
    expect((await failed()).lastError).toContain(
      'InvalidPayload: the payload of this curate job is invalid: ',
    );
    expect((await failed()).lastError).toContain(why);
    await retryJob(rt, principal, 'job_x');
    expect(await failed()).toMatchObject({ id: 'job_x', attempts: 1 });
    expect(seen.size).toBe(0);
  });
});
