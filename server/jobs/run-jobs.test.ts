import { beforeEach, expect, it } from 'vitest';
import { clientOf } from '../platform/db/prisma.ts';
import { eventually } from '../testing/eventually.ts';
import { openJobs, pass, removeJobs, startWorker, WITNESS, workersLook } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { Defer, enqueueJobs, type NewJob } from './index.ts';

const enqueue = (rt: TestRuntime, ...jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const about = (milliseconds: number) => ({
  asymmetricMatch: (value: unknown) =>
    typeof value === 'number' && value <= milliseconds + 1 && value > milliseconds - 3000,
});

const ended = async (rt: TestRuntime, kind: string) => {
  const { values } = await rt.metrics.jobs.get();
  const of = (status: string) =>
    values.find(({ labels }) => labels.kind === kind && labels.status === status)?.value ?? 0;
  return { done: of('done'), pending: of('pending'), failed: of('failed') };
};

/** Waits until the one job of a tenant is pending after so many attempts. */
const failedOnce = (rt: TestRuntime, tenant: string, attempts = 1) =>
  eventually(`failure ${attempts}`, async () => {
    const jobs = await openJobs(rt, tenant);
    return jobs.length === 1 && jobs[0]?.status === 'pending' && jobs[0].attempts === attempts && jobs;
  });

const nothingLeft = (rt: TestRuntime, tenant: string) =>
  eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);

/** A gate that a handler waits at. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

describeOnBoth('running jobs', (runtime) => {
  beforeEach(() => removeJobs(runtime()));

  it('never runs two jobs of a key at once: 40 jobs over 4 keys on two workers', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const active = new Set<string>();
    const runs = new Map<string, number>();
    let overlaps = 0;
    const job = (agentId: string): NewJob => ({ kind: 'curate', tenant, agentId });
    const curate = async ({ agentId }: { agentId: string }) => {
      if (active.has(agentId)) overlaps += 1;
      active.add(agentId);
      const count = (runs.get(agentId) ?? 0) + 1;
      runs.set(agentId, count);
      if (count < 10) await enqueue(rt, job(agentId));
      // Work, during which another run of the key could begin.
      await new Promise((resolve) => setTimeout(resolve, 5));
      active.delete(agentId);
    };
    await enqueue(rt, ...['a', 'b', 'c', 'd'].map(job));
    await startWorker(rt, { curate });
    await startWorker(rt, { curate });
    await eventually('every job has run', () => [...runs.values()].join() === '10,10,10,10');
    expect(overlaps).toBe(0);
    await nothingLeft(rt, tenant);
  });

  it('makes one new pending job of all that is enqueued while one runs', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const reflect: NewJob = { kind: 'reflect', tenant, agentId: 'bot' };
    const first = gate();
    const seen: string[] = [];
    await enqueue(rt, reflect);
    await startWorker(rt, {
      reflect: async ({ id }) => {
        seen.push(id);
        if (seen.length === 1) await first.passed;
      },
    });
    await eventually('the first runs', () => seen.length === 1);
    for (let again = 0; again < 3; again += 1) await enqueue(rt, reflect);
    const jobs = await openJobs(rt, tenant);
    expect(jobs.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toMatchObject([
      { status: 'pending', attempts: 0 },
      { status: 'running' },
    ]);
    first.open();
    await eventually('the second has run', () => seen.length === 2);
    await nothingLeft(rt, tenant);
  });

  it('tries a failed job again after 60 s and 120 s, then keeps it as failed with its last error', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const before = await ended(rt, 'curate');
    let runs = 0;
    await enqueue(rt, { kind: 'curate', tenant, agentId: 'bot' });
    await startWorker(rt, {
      curate: ({ attempt, agentId }) => {
        if (agentId === WITNESS) return Promise.resolve();
        runs += 1;
        return Promise.reject(new TypeError(`error ${attempt}`));
      },
    });
    for (const [attempts, delay] of [
      [1, 60_000],
      [2, 120_000],
    ] as const) {
      const [job] = await failedOnce(rt, tenant, attempts);
      expect(job).toMatchObject({ dueInMs: about(delay) });
      await pass(rt, delay - 5000);
      await workersLook(rt, { tenant, kind: 'curate' });
      expect(runs).toBe(attempts);
      await pass(rt, 5000);
    }
    const failed = await eventually('it has failed', async () => {
      const jobs = await openJobs(rt, tenant);
      return jobs[0]?.status === 'failed' && jobs;
    });
    expect(failed).toMatchObject([{ status: 'failed', attempts: 3, lastError: 'TypeError: error 3' }]);
    expect(runs).toBe(3);
    const after = await ended(rt, 'curate');
    expect([after.pending - before.pending, after.failed - before.failed]).toEqual([2, 1]);
    expect(rt.lines.filter(({ event, tenant: of }) => event === 'job.failed' && of === tenant)).toHaveLength(
      3,
    );
  });

  it('neither hurries a retry nor forgets its attempts where the job is enqueued meanwhile', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const reflect: NewJob = { kind: 'reflect', tenant, agentId: 'bot', delayMs: 20_000 };
    await enqueue(rt, reflect);
    await pass(rt, 20_000);
    await startWorker(rt, { reflect: () => Promise.reject(new Error('error')) });
    await failedOnce(rt, tenant);
    await enqueue(rt, reflect);
    expect(await openJobs(rt, tenant)).toMatchObject([
      {
        status: 'pending',
        attempts: 1,
        dueInMs: about(60_000),
      },
    ]);
  });

  it('merges a failed run into the job that was enqueued while it ran', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const reflect: NewJob = { kind: 'reflect', tenant, agentId: 'bot' };
    const running = gate();
    const fail = gate();
    await enqueue(rt, reflect);
    await startWorker(rt, {
      reflect: async () => {
        running.open();
        await fail.passed;
        throw new Error('error');
      },
    });
    await running.passed;
    await enqueue(rt, reflect);
    fail.open();
    expect(await failedOnce(rt, tenant)).toMatchObject([{ dueInMs: about(60_000) }]);
  });

  it('moves a deferred job by its hour and costs it no attempt', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const attempts: number[] = [];
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
    await startWorker(rt, {
      reflect: ({ attempt }) => {
        attempts.push(attempt);
        if (attempts.length === 1) return Promise.reject(new Error('error'));
        return attempts.length === 2 ? Promise.reject(new Defer(3_600_000)) : Promise.resolve();
      },
    });
    await failedOnce(rt, tenant);
    await pass(rt, 60_000);
    const status = async () => (await openJobs(rt, tenant))[0]?.status;
    await eventually('a deferral', async () => attempts.length === 2 && (await status()) === 'pending');
    expect(await openJobs(rt, tenant)).toMatchObject([{ dueInMs: about(3_600_000) }]);
    await pass(rt, 3_600_000);
    await nothingLeft(rt, tenant);
    expect(attempts).toEqual([1, 2, 2]);
  });

  it('commits what a handler has learned in one transaction with what it enqueues', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const seen: string[] = [];
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
    await startWorker(rt, {
      reflect: async (_job, { commit }) => {
        await commit(async (tx) => {
          await clientOf(tx).serviceState.create({ data: { key: tenant, value: 'learned' } });
          await enqueueJobs(rt, tx, [{ kind: 'curate', tenant, agentId: 'bot' }]);
        });
      },
      curate: async () => {
        const row = await clientOf(rt.db.read).serviceState.findUnique({ where: { key: tenant } });
        seen.push(row?.value ?? '');
      },
    });
    await eventually('the second runs', () => seen.length > 0);
    expect(seen).toEqual(['learned']);
  });
});
