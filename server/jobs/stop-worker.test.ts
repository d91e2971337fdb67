import { beforeEach, expect, it } from 'vitest';
import { clientOf } from '../platform/db/prisma.ts';
import { eventually } from '../testing/eventually.ts';
import { openJobs, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { enqueueJobs, type NewJob } from './index.ts';

const enqueue = (rt: TestRuntime, ...jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

/** What work takes, or what passes between two errors: no outcome is waited for with it. */
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Ends every other connection to the database. */
async function breakConnections({ db }: TestRuntime): Promise<void> {
  const breaking = clientOf(db.read).$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await breaking.catch(() => undefined);
}

describeOnBoth('stopping a worker', (runtime, dialect) => {
  beforeEach(() => removeJobs(runtime()));

  it('loses no job and repeats none where workers stop in the middle: 200 jobs, five stops', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const runs = new Map<string, number>();
    const curate = ({ agentId }: { agentId: string }) => {
      runs.set(agentId, (runs.get(agentId) ?? 0) + 1);
      return Promise.resolve();
    };
    await enqueue(
      rt,
      ...Array.from({ length: 200 }, (_, n): NewJob => ({ kind: 'curate', tenant, agentId: `bot-${n}` })),
    );
    for (let stops = 1; stops <= 5; stops += 1) {
      const worker = await startWorker(rt, { curate });
      await eventually(`jobs run before stop ${stops}`, () => runs.size >= stops * 20);
      await worker.stop(5000);
    }
    await startWorker(rt, { curate });
    await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
    expect([...runs.values()].filter((count) => count !== 1)).toEqual([]);
    expect(runs.size).toBe(200);
  });

  it('lets a job that runs end, and begins no other: none is lost, none is repeated', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const begun: string[] = [];
    const ended: string[] = [];
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
    const worker = await startWorker(rt, {
      reflect: async ({ agentId }, { commit }) => {
        begun.push(agentId);
        await pause(500);
        await commit(() => Promise.resolve());
        ended.push(agentId);
      },
    });
    await eventually('it runs', () => begun.length === 1);
    const stopped = worker.stop(10_000);
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'other' });
    await stopped;
    expect([begun, ended]).toEqual([['bot'], ['bot']]);
    expect(await openJobs(rt, tenant)).toMatchObject([{ agentId: 'other', status: 'pending', attempts: 0 }]);
  });

  it('aborts a job that takes longer than the grace; it is pending at once, without the attempt', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
    const signals: AbortSignal[] = [];
    const worker = await startWorker(rt, {
      reflect: (_job, { signal }) => {
        signals.push(signal);
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted in the middle')));
        });
      },
    });
    await eventually('it runs', () => signals.length === 1);
    await worker.stop(1000);
    expect(signals[0]?.aborted).toBe(true);
    expect(await openJobs(rt, tenant)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    const seen: number[] = [];
    await startWorker(rt, { reflect: ({ attempt }) => Promise.resolve(void seen.push(attempt)) });
    await eventually('the next worker does it', () => seen.length === 1);
    expect(seen).toEqual([1]);
  });

  it('leaves a job behind that does not listen; what it commits later is refused', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot' });
    const end = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    let begun = false;
    const worker = await startWorker(rt, {
      reflect: async (_job, { commit }) => {
        begun = true;
        await end.promise;
        const committing = commit(async (tx) => {
          await clientOf(tx).serviceState.create({ data: { key: tenant, value: 'late' } });
        });
        late.resolve(committing.catch((error: Error) => error.name));
        await committing;
      },
    });
    await eventually('it runs', () => begun);
    await worker.stop(1000);
    end.resolve();
    expect(await openJobs(rt, tenant)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(await late.promise).toBe('LostLease');
    expect(await clientOf(rt.db.read).serviceState.count({ where: { key: tenant } })).toBe(0);
    expect(await openJobs(rt, tenant)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  it.runIf(dialect === 'postgresql')(
    'goes on when its connections break at any moment, and loses no job',
    async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const done = new Map<string, number>();
      const jobs = Array.from(
        { length: 200 },
        (_, n): NewJob => ({ kind: 'curate', tenant, agentId: `bot-${n}` }),
      );
      await enqueue(rt, ...jobs);
      await startWorker(rt, {
        curate: async ({ agentId }) => {
          await pause(5);
          done.set(agentId, (done.get(agentId) ?? 0) + 1);
        },
      });
      for (let cut = 0; cut < 20; cut += 1) {
        await pause(30);
        await breakConnections(rt);
      }
      await eventually('all are done', () => done.size === 200);
      await eventually('nothing is left', async () => (await openJobs(rt, tenant)).length === 0);
      // A run whose end could not be stored is repeated, and only that.
      expect([...done.values()].filter((runs) => runs > 1).length).toBeLessThan(20);
    },
  );
});
