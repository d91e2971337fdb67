import { beforeEach, expect, it } from 'vitest';
import { bumpRevision } from '../knowledge/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { jobsOf, removeJobs } from '../testing/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { JOB_KINDS } from './catalogue.ts';
import { enqueueDailyJobs } from './daily-jobs.ts';

const DAY_MS = 86_400_000;

/** An agent that has recorded an episode once. */
async function recorded(rt: TestRuntime, tenant: string, agentId: string): Promise<void> {
  const sums = { treatedEvidence: 0, treatedReward: 0, holdoutEvidence: 0, holdoutReward: 0 };
  await clientOf(rt.db.read).agentTotals.create({ data: { tenant, agentId, episodes: 1, ...sums } });
}

const kindsOf = async (rt: TestRuntime, tenant: string) =>
  (await jobsOf(rt, tenant)).map(({ kind, agentId }) => `${kind} ${agentId}`).toSorted();

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
    await rt.db.write((tx) => bumpRevision(tx, tenant, '*', 'skills'));
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
    for (const tenant of tenants) expect(await jobsOf(rt, tenant)).toHaveLength(150);
  });

  it('are not enqueued where no worker has their handler', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await recorded(rt, tenant, 'bot');
    await enqueueDailyJobs(rt, ['reflect']);
    rt.advance(DAY_MS);
    expect(await enqueueDailyJobs(rt, ['reflect', 'embed'])).toBe(0);
    expect(await jobsOf(rt, tenant)).toEqual([]);
  });
});

describeOnBoth(
  'daily jobs with a model, curation switched off',
  (runtime) => {
    it('reflect on what an outage has left, and curate nothing', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      await recorded(rt, tenant, 'bot');
      await enqueueDailyJobs(rt, JOB_KINDS);
      rt.advance(DAY_MS);
      await enqueueDailyJobs(rt, JOB_KINDS);
      expect(await kindsOf(rt, tenant)).toEqual(['reflect bot']);
    });
  },
  {
    SERVICE_CURATE_DAILY: 'false',
    SERVICE_LLM_PROVIDER: 'openai',
    SERVICE_LLM_MODEL: 'm',
    SERVICE_LLM_BASE_URL: 'http://127.0.0.1:1/v1',
  },
);
