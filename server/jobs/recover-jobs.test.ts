import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { launch } from '../../lab/gateway/gateway-process.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { watchStatements } from '../testing/database/test-database.ts';
import { eventually } from '../testing/eventually.ts';
import { fillLine, openJobs, removeJobs, startWorker, WITNESS, workersLook } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { followHeartbeat } from './graphile-engine.ts';
import { enqueueJobs, type NewJob } from './index.ts';
import { sqliteEngine } from './sqlite-engine.ts';

const LEASE_SECONDS = 5;

const enqueue = (rt: TestRuntime, ...jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

/** A worker of its own process, which has begun the job of the test. */
async function startProcess(rt: TestRuntime) {
  const launched = launch('server/testing/jobs/worker-process.ts', {
    SERVICE_ENV: 'dev',
    SERVICE_DATABASE_URL: rt.config.database.url,
    SERVICE_JOB_LEASE_SECONDS: String(LEASE_SECONDS),
    TEST_NOW: rt.clock().toISOString(),
  });
  onTestFinished(() => void launched.child.kill('SIGKILL'));
  await eventually('the process has begun the job', () => {
    if (launched.child.exitCode !== null) throw new Error(launched.output());
    return launched.output().includes('started');
  });
  return launched;
}

/**
 * Lets the lease of a worker expire that cannot renew it any more: the clock goes on, or in the database the
 * lease is over.
 */
async function leaseExpires(rt: TestRuntime): Promise<void> {
  if (rt.db.dialect === 'sqlite') rt.advance(LEASE_SECONDS * 1000);
  else await clientOf(rt.db.read).$executeRaw`UPDATE job_worker SET lease_until = clock_timestamp()`;
}

const letCommit = (rt: TestRuntime, tenant: string) =>
  clientOf(rt.db.read).serviceState.create({ data: { key: `go:${tenant}`, value: '' } });

const committedBy = async (rt: TestRuntime, tenant: string) => {
  const rows = await clientOf(rt.db.read).serviceState.findMany({
    where: { key: { startsWith: `done:${tenant}:` } },
  });
  return rows.map(({ key }) => key);
};

describeOnBoth(
  'jobs of workers that died',
  (runtime, dialect) => {
    const itOnPostgresql = it.runIf(dialect === 'postgresql');
    beforeEach(() => removeJobs(runtime()));

    it('run again after the lease of a worker that was killed, the attempt counted', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      const { child, ended } = await startProcess(rt);
      child.kill('SIGKILL');
      await ended;
      const seen: unknown[] = [];
      await startWorker(rt, {
        reflect: ({ attempt, agentId }) =>
          Promise.resolve(agentId === WITNESS ? undefined : void seen.push(attempt)),
      });
      await workersLook(rt, { tenant, kind: 'reflect' });
      expect(seen).toEqual([]);
      expect(await openJobs(rt, tenant)).toMatchObject([{ status: 'running', attempts: 1 }]);
      if (rt.db.dialect === 'sqlite') rt.advance(LEASE_SECONDS * 1000);
      await eventually('it runs again', () => seen.length > 0);
      expect(seen).toEqual([2]);
      await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
      expect(rt.lines.filter((line) => line.tenant === tenant)).toMatchObject([
        { event: 'job.failed', error: 'LeaseExpired', status: 'pending', attempt: 1 },
      ]);
    });

    it.runIf(dialect === 'sqlite')('go on at once after the clock was set back by an hour', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'held' });
      const { child, ended } = await startProcess(rt);
      child.kill('SIGKILL');
      await ended;
      await enqueue(rt, { kind: 'curate', tenant, agentId: 'waiting' });
      rt.advance(-3_600_000);
      const seen: string[] = [];
      const note = ({ agentId }: { agentId: string }) => Promise.resolve(void seen.push(agentId));
      await startWorker(rt, { reflect: note, curate: note });
      await eventually('both run', () => seen.includes('held') && seen.includes('waiting'));
      rt.advance(3_600_000);
    });

    it.runIf(dialect === 'sqlite')('are no jobs that were claimed while it was looked for them', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const looked = Promise.withResolvers<void>();
      const { runtime: slow, count } = watchStatements(rt, () => looked.promise);
      const finding = sqliteEngine(slow).recover();
      await eventually('it looks', () => count() === 1);
      rt.advance(10);
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      const over = Promise.withResolvers<void>();
      await startWorker(rt, { reflect: () => over.promise });
      await eventually('it runs', async () => (await openJobs(rt, tenant))[0]?.status === 'running');
      looked.resolve();
      expect(await finding).toEqual([]);
      over.resolve();
    });

    it('merge into the job that was enqueued since', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const reflect: NewJob = { kind: 'reflect', tenant, agentId: 'bot' };
      await enqueue(rt, reflect);
      const { child, ended } = await startProcess(rt);
      await enqueue(rt, reflect);
      child.kill('SIGKILL');
      await ended;
      await leaseExpires(rt);
      const seen: number[] = [];
      await startWorker(rt, {
        reflect: ({ attempt }) => Promise.resolve(void seen.push(attempt)),
      });
      await eventually('it runs again', () => seen.length > 0);
      expect(seen).toEqual([2]);
      await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
    });

    it('are kept as failed where no attempt is left', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      await clientOf(rt.db.read).job.updateMany({ where: { tenant }, data: { attempts: 2 } });
      const { child, ended } = await startProcess(rt);
      child.kill('SIGKILL');
      await ended;
      await leaseExpires(rt);
      // A worker that cannot take the job itself: it knows another kind alone.
      await startWorker(rt, { embed: () => Promise.resolve() });
      await eventually('it is given up', async () => (await openJobs(rt, tenant))[0]?.status === 'failed');
      expect(await openJobs(rt, tenant)).toMatchObject([
        { status: 'failed', attempts: 3, lastError: expect.stringContaining('lease expired') },
      ]);
    });

    it('are taken from a worker that only stalled, and what it commits later changes nothing', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      const { child, output } = await startProcess(rt);
      child.kill('SIGSTOP');
      await leaseExpires(rt);
      let runs = 0;
      await startWorker(rt, {
        reflect: async (_job, { commit }) => {
          runs += 1;
          await commit(async (tx) => {
            await clientOf(tx).serviceState.create({ data: { key: `done:${tenant}:us`, value: '' } });
          });
        },
      });
      await eventually('we have done it', async () => (await committedBy(rt, tenant)).length > 0);
      await letCommit(rt, tenant);
      child.kill('SIGCONT');
      await eventually('the other one tries', () => /committed|refused/.test(output()));
      expect(output()).toContain('refused LostLease');
      expect(await committedBy(rt, tenant)).toEqual([`done:${tenant}:us`]);
      // Long enough for a run too many to begin.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(runs).toBe(1);
      expect(await openJobs(rt, tenant)).toEqual([]);
    });

    it('stay with a worker that is alive, however long they take', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      let runs = 0;
      let over = false;
      const reflect = async (
        _job: unknown,
        { commit }: { commit: (work: () => Promise<void>) => Promise<void> },
      ) => {
        runs += 1;
        for (let second = 0; second < 7; second += 1) {
          // Work that outlasts the lease.
          await new Promise((resolve) => setTimeout(resolve, 1000));
          if (rt.db.dialect === 'sqlite') rt.advance(1000);
        }
        await commit(() => Promise.resolve());
        over = true;
      };
      await startWorker(rt, { reflect });
      await startWorker(rt, { reflect });
      await eventually('it is over', () => over);
      await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
      expect(runs).toBe(1);
    });

    itOnPostgresql(
      'are found by their own worker where it never heard that it had claimed them',
      async () => {
        const rt = runtime();
        const { tenant } = freshPrincipal();
        const client = clientOf(rt.db.read);
        const seen: number[] = [];
        await startWorker(rt, { reflect: ({ attempt }) => Promise.resolve(void seen.push(attempt)) });
        await eventually('the worker is known', async () => {
          const rows = await client.$queryRaw<unknown[]>`SELECT 1 AS one FROM job_worker`;
          return rows.length > 0;
        });
        await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot', delayMs: 60_000 });
        await rt.db.write(async (tx) => {
          await fillLine(tx);
          await clientOf(tx).$executeRaw`
            UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now() - interval '2 minutes',
              locked_by = (SELECT id FROM job_worker)`;
        });
        await eventually('it runs', () => seen.length > 0);
        expect(seen).toEqual([2]);
      },
    );

    itOnPostgresql('run once where a worker dies after it has stored the end of the run', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
      await fillLine(rt.db.read);
      const client = clientOf(rt.db.read);
      // A worker that is dead, and whose last job has been completed but not removed by the library.
      await client.$executeRaw`
        UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts, locked_by = 'pool-dead',
          locked_at = now() - interval '1 hour'`;
      const runs: string[] = [];
      await startWorker(rt, { reflect: ({ id }) => Promise.resolve(void runs.push(id)) });
      await eventually('it is removed', async () => {
        const rows = await client.$queryRaw<unknown[]>`SELECT 1 AS one FROM graphile_worker._private_jobs`;
        return rows.length === 0;
      });
      expect(runs).toEqual([]);
    });
  },
  { SERVICE_JOB_LEASE_SECONDS: String(LEASE_SECONDS) },
);

describe('the silence of a worker', () => {
  /** Whether another one is taken for dead at a time, by a worker with a lease of 15 s that renewed it at these. */
  const isDeath = (beats: number[], now: number) => {
    const heartbeat = followHeartbeat(15_000);
    for (const beat of beats) heartbeat.beat(beat * 1000);
    return heartbeat.isSteady(now * 1000);
  };

  it.each([
    [[0, 5, 10], 11, true],
    // It has just begun.
    [[0, 5], 6, false],
    // The database was away, and is back.
    [[0, 5, 10, 40], 41, false],
    [[0, 5, 10, 40, 45], 46, false],
    [[0, 5, 10, 40, 45, 50], 51, true],
    // The process stood still.
    [[0, 5, 10, 15], 60, false],
  ])('is its death for one that renewed its lease at %j, at second %i: %s', (beats, now, expected) => {
    expect(isDeath(beats, now)).toBe(expected);
  });
});
