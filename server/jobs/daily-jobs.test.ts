import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../domain/time.ts';
import { bumpSkills } from '../knowledge/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { openJobs, pass, removeJobs } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { JOB_KINDS } from './catalogue.ts';
import { enqueueDailyJobs } from './daily-jobs.ts';
import { enqueueJob, enqueueJobs, type NewJob } from './index.ts';

/** An agent that has recorded an episode once. */
async function recorded(rt: TestRuntime, tenant: string, agentId: string): Promise<void> {
  const sums = { treatedEvidence: 0, treatedReward: 0, holdoutEvidence: 0, holdoutReward: 0 };
  await clientOf(rt.db.read).agentTotals.create({ data: { tenant, agentId, episodes: 1, ...sums } });
}

const kindsOf = async (rt: TestRuntime, tenant: string) =>
  (await openJobs(rt, tenant)).map(({ kind, agentId }) => `${kind} ${agentId}`).toSorted();

async function forgetAgents({ db }: TestRuntime): Promise<void> {
  const { agentUpkeep, agentTotals, knowledgeRevision } = clientOf(db.read);
  await agentUpkeep.deleteMany({});
  await agentTotals.deleteMany({});
  await knowledgeRevision.deleteMany({});
}

describeOnBoth('daily jobs', (runtime) => {
  beforeEach(async () => {
    await removeJobs(runtime());
    await forgetAgents(runtime());
  });

  it('curate every agent that has recorded or knows something, the shared namespace too, once a day', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await recorded(rt, tenant, 'quiet');
    await rt.db.write((tx) => bumpSkills(tx, tenant, '*', []));
    expect(await enqueueDailyJobs(rt, JOB_KINDS)).toBe(0);
    rt.advance(DAY_MS - 1);
    expect(await enqueueDailyJobs(rt, JOB_KINDS)).toBe(0);
    rt.advance(1);
    expect(await enqueueDailyJobs(rt, JOB_KINDS)).toBe(2);
    expect(await kindsOf(rt, tenant)).toEqual(['curate *', 'curate quiet']);
    await removeJobs(rt);
    expect(await enqueueDailyJobs(rt, JOB_KINDS)).toBe(0);
    rt.advance(DAY_MS);
    expect(await enqueueDailyJobs(rt, JOB_KINDS)).toBe(2);
  });

  it('are enqueued once by any number of workers at the same time', async () => {
    const rt = runtime();
    const tenants = Array.from({ length: 3 }, () => freshPrincipal().tenant);
    for (const tenant of tenants) {
      for (let n = 0; n < 150; n += 1) await recorded(rt, tenant, `bot-${n}`);
    }
    await enqueueDailyJobs(rt, JOB_KINDS);
    rt.advance(DAY_MS);
    const counts = await Promise.all(Array.from({ length: 4 }, () => enqueueDailyJobs(rt, JOB_KINDS)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450);
    for (const tenant of tenants) expect(await openJobs(rt, tenant)).toHaveLength(150);
  });
});

const enqueue = (rt: TestRuntime, ...jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const counted = async (rt: TestRuntime, kind: string) => {
  const { values } = await rt.metrics.jobsEnqueued.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
};

/** What is due in about so many milliseconds: on PostgreSQL the database's time goes on. */
const about = (milliseconds: number) => ({
  asymmetricMatch: (value: unknown) =>
    typeof value === 'number' && value <= milliseconds + 1 && value > milliseconds - 3000,
});

describeOnBoth('enqueueing a job', (runtime) => {
  beforeEach(() => removeJobs(runtime()));

  it('adds it with the change that calls for it', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await rt.db.write(async (tx) => {
      await clientOf(tx).serviceState.create({ data: { key: tenant, value: 'recorded' } });
      await enqueueJob(rt, tx, { kind: 'reflect', tenant, agentId: 'bot', delayMs: 20_000 });
    });
    expect(await openJobs(rt, tenant)).toEqual([
      {
        status: 'pending',
        kind: 'reflect',
        agentId: 'bot',
        attempts: 0,
        dueInMs: about(20_000),
        lastError: null,
      },
    ]);
  });

  it('leaves nothing where the change fails, and counts nothing', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const before = await counted(rt, 'curate');
    const failing = rt.db.write(async (tx) => {
      await enqueueJob(rt, tx, { kind: 'curate', tenant, agentId: 'bot' });
      throw new Error('later error');
    });
    await expect(failing).rejects.toThrow('later error');
    expect(await openJobs(rt, tenant)).toEqual([]);
    expect(await counted(rt, 'curate')).toBe(before);
  });

  it('delays a pending job of the same key and adds none', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const before = await counted(rt, 'reflect');
    const reflect: NewJob = { kind: 'reflect', tenant, agentId: 'bot', delayMs: 20_000 };
    await enqueue(rt, reflect);
    await pass(rt, 15_000);
    await enqueue(rt, reflect);
    expect(await openJobs(rt, tenant)).toMatchObject([{ dueInMs: about(20_000) }]);
    expect(await counted(rt, 'reflect')).toBe(before + 1);
  });

  it('delays a pending job no longer than thirty times its delay, so that a busy agent learns too', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    for (let round = 0; round < 40; round += 1) {
      await enqueue(rt, { kind: 'reflect', tenant, agentId: 'bot', delayMs: 20_000 });
      await pass(rt, 15_000);
    }
    // 39 × 15 s after it was added, 600 s is 15 s away, and that was one round ago.
    expect(await openJobs(rt, tenant)).toMatchObject([{ dueInMs: about(0) }]);
  });

  it('never hurries a job that waits for longer', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await enqueue(rt, { kind: 'curate', tenant, agentId: 'bot', delayMs: 3_600_000 });
    await enqueue(rt, { kind: 'curate', tenant, agentId: 'bot', delayMs: 0 });
    expect(await openJobs(rt, tenant)).toMatchObject([{ dueInMs: about(3_600_000) }]);
  });

  it('keeps kinds, agents, skills and tenants apart, also where names run into each other', async () => {
    const rt = runtime();
    const [one, two] = [`${freshPrincipal().tenant}`, `${freshPrincipal().tenant}`];
    const jobs: NewJob[] = [
      { kind: 'reflect', tenant: one, agentId: 'a' },
      { kind: 'curate', tenant: one, agentId: 'a' },
      { kind: 'reflect', tenant: one, agentId: 'b' },
      { kind: 'reflect', tenant: one, agentId: 'x:y' },
      { kind: 'reflect', tenant: `${one}:x`, agentId: 'y' },
      { kind: 'reflect', tenant: two, agentId: 'a' },
      { kind: 'evolve', tenant: one, agentId: 'a', skillId: 'sk_1' },
      { kind: 'evolve', tenant: one, agentId: 'a', skillId: 'sk_2' },
      { kind: 'embed', tenant: one, agentId: '*' },
    ];
    await enqueue(rt, ...jobs);
    await enqueue(rt, ...jobs.toReversed());
    const seen = await Promise.all([one, `${one}:x`, two].map((tenant) => openJobs(rt, tenant)));
    expect(seen.map((of) => of.length)).toEqual([7, 1, 1]);
  });

  it('makes one job of twenty transactions at once', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const job: NewJob = { kind: 'reflect', tenant, agentId: 'bot', delayMs: 60_000 };
    await Promise.all(Array.from({ length: 20 }, () => enqueue(rt, job)));
    expect(await openJobs(rt, tenant)).toHaveLength(1);
  });

  it('enqueues for many agents in batches that meet, without a deadlock', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const jobs = Array.from(
      { length: 40 },
      (_, n): NewJob => ({ kind: 'reflect', tenant, agentId: `bot-${n}` }),
    );
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => enqueue(rt, ...(n % 2 === 0 ? jobs : jobs.toReversed()))),
    );
    expect(await openJobs(rt, tenant)).toHaveLength(40);
  });
});
