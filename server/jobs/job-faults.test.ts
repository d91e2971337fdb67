import { beforeEach, expect, it } from 'vitest';
import { clientOf } from '../platform/db/prisma.ts';
import { DatabaseUnavailable } from '../platform/db/trouble.ts';
import { eventually } from '../testing/eventually.ts';
import { fillLine, openJobs, pass, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { enqueueJobs, type NewJob } from './index.ts';
import { failedJobs } from './store.ts';

const LEASE_SECONDS = 5;

const enqueue = (rt: TestRuntime, ...jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const faultsOf = ({ db }: TestRuntime, tenant: string) =>
  clientOf(db.read).learningFault.findMany({ where: { tenant }, orderBy: { kind: 'asc' } });

const noted = (rt: TestRuntime, tenant: string, times: number) =>
  eventually(`fault ${times}`, async () => {
    const faults = await faultsOf(rt, tenant);
    return faults[0]?.times === times && faults;
  });

/** A job in the hands of a worker that has died; on PostgreSQL one that has no row any more. */
async function leaveToTheDead(rt: TestRuntime, tenant: string, attempts: number): Promise<void> {
  const client = clientOf(rt.db.read);
  const long = new Date(rt.clock().getTime() - 3_600_000);
  if (rt.db.dialect === 'sqlite') {
    await client.job.updateMany({
      where: { tenant },
      data: { status: 'running', owner: 'dead', leaseUntil: long, attempts },
    });
  } else {
    await fillLine(rt.db.read);
    await client.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', attempts = ${attempts},
        locked_at = now() - interval '1 hour'`;
  }
}

describeOnBoth(
  'the fault of a kind of job',
  (runtime) => {
    beforeEach(() => removeJobs(runtime()));

    it('is kept while it lasts, with its first and last time, redacted, and goes with the next success', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const others = freshPrincipal().tenant;
      let broken = true;
      const firstAt = rt.clock();
      const ends = () =>
        broken
          ? Promise.reject(new Error(`write to ada@example.com\0 ${'x'.repeat(500)}`))
          : Promise.resolve();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      await startWorker(rt, { reflect: ends, curate: () => Promise.reject(new Error('of another tenant')) });
      const [first] = await noted(rt, tenant, 1);
      expect(first).toMatchObject({ kind: 'reflect', firstAt, lastAt: firstAt });
      expect(first?.message).toMatch(/^Error: write to \[EMAIL\] x+$/);
      expect(first?.message.length).toBeLessThanOrEqual(300);
      rt.advance(1000);
      await pass(rt, 60_000);
      const [second] = await noted(rt, tenant, 2);
      expect(second?.firstAt).toEqual(firstAt);
      expect(second?.lastAt.getTime()).toBeGreaterThan(firstAt.getTime());

      await enqueue(rt, { kind: 'curate', tenant: others, agentId: 'bot' });
      await noted(rt, others, 1);
      broken = false;
      await pass(rt, 120_000);
      await eventually('it is gone', async () => (await faultsOf(rt, tenant)).length === 0);
      expect(await faultsOf(rt, others)).toMatchObject([
        { kind: 'curate', message: 'Error: of another tenant' },
      ]);
    });

    it('is kept where a worker died during the last attempt', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'evolve', tenant, agentId: 'bot', skillId: `sk_${tenant}` });
      await leaveToTheDead(rt, tenant, rt.config.worker.jobMaxAttempts);
      await startWorker(rt, { evolve: () => Promise.resolve() });
      const [fault] = await noted(rt, tenant, 1);
      expect(fault).toMatchObject({ kind: 'evolve', message: expect.stringContaining('its lease expired') });
      expect(await failedJobs(rt.db.read, tenant).newest(9, null)).toHaveLength(1);
    });
  },
  { SERVICE_JOB_LEASE_SECONDS: String(LEASE_SECONDS) },
);

describeOnBoth('a job that loses its database', (runtime) => {
  beforeEach(() => removeJobs(runtime()));

  it('runs again at once, at no cost of an attempt', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const seen: number[] = [];
    await enqueue(rt, { kind: 'curate', tenant, agentId: 'bot' });
    await startWorker(rt, {
      curate: ({ attempt }) => {
        seen.push(attempt);
        const trouble = seen.length === 1 ? 'unreachable' : 'read_only';
        return seen.length < 3
          ? Promise.reject(new DatabaseUnavailable(trouble, new Error('it moved')))
          : Promise.resolve();
      },
    });
    for (const runs of [1, 2]) {
      await eventually(`it waits after run ${runs}`, async () => {
        const [job] = await openJobs(rt, tenant);
        return seen.length > runs || (seen.length === runs && job?.status === 'pending');
      });
      await pass(rt, 1000);
    }
    await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
    expect(seen).toEqual([1, 1, 1]);
  });

  it('has the end of its run stored when the database is back, however long it was away', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const away = new DatabaseUnavailable('unreachable', new Error('it moved'));
    let failures = 0;
    const write: typeof rt.db.write = (work) =>
      failures-- > 0 ? Promise.reject(away) : rt.db.write((tx) => work(tx));
    const moving = { ...rt, db: { ...rt.db, write } };
    let runs = 0;
    await enqueue(rt, { kind: 'curate', tenant, agentId: 'bot' });
    await startWorker(moving, {
      curate: () => {
        runs += 1;
        failures = 6;
        return Promise.resolve();
      },
    });
    await eventually('it runs', () => runs > 0);
    await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
    expect(runs).toBe(1);
  });
});
