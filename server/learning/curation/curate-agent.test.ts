/**
 * Each part of curation stands alone: a missing, failing or used-up model keeps none of the others from being
 * done.
 */

import { expect, it } from 'vitest';
import { describeWithModel, describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import { addMemory, getProfile } from '../../memories/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { listChangesets, proposeChangesets, reviewChangeset } from '../../skills/changesets/index.ts';
import { getSkill } from '../../skills/index.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import { logLines } from '../../testing/jobs/reflect-job.ts';
import { aSkillWith, curate, skillStatuses } from '../../testing/jobs/upkeep-job.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { startCuration } from './index.ts';

const ALIKE = [
  'Run the smoke tests before deploying the service',
  'Before the service is deployed, run all smoke tests',
];

/** An old skill, one with rules that are alike, and a user with two preferences. */
async function prepare(rt: TestRuntime, who: Principal): Promise<void> {
  await aSkillWith(rt, who, { name: 'old', rules: ['Announce the rollout in the release channel'] });
  rt.advance(40 * DAY_MS);
  await aSkillWith(rt, who, { name: 'fresh', rules: ALIKE });
  for (const content of ['Prefers short answers in German', 'Wants invoices as PDF attachments']) {
    const sent = MemoryIn.parse({ content, kind: 'preference', scope: { user_id: 'u1' } });
    await addMemory(rt, who, sent);
  }
}

/** The id of one of the rules that are alike. */
async function ruleAt(rt: TestRuntime, who: Principal, at: number): Promise<string> {
  const { bullets } = await getSkill(rt, who, { ref: 'fresh', agentId: 'default', includeRemoved: false });
  return bullets[at]?.id ?? '';
}

const cardOf = async (rt: TestRuntime, who: Principal) =>
  (await getProfile(rt, who, { agentId: 'default', userId: 'u1' })).profile;

describeWithModel('a curate job', (runtime, model) => {
  it('does what needs no model and fails the attempt while the model is down', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await prepare(rt, who);
    model().fail('*', { status: 401 });
    await expect(curate(rt, who)).rejects.toThrow('learning model unavailable');
    expect(await skillStatuses(rt, who)).toEqual({ fresh: 'active', old: 'stale' });
    expect(logLines(rt, who, 'curation.done')).toMatchObject([
      { stale: 1, merges: 0, profiles: 0, unfinished: ['merges', 'profiles'] },
    ]);
  });

  it('does the parts that work while another one fails', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await prepare(rt, who);
    model().fail('dedup', { status: 401 });
    model().answer('profile', { profile: '- Short answers in German' });
    await expect(curate(rt, who)).rejects.toThrow('learning model unavailable');
    expect(await cardOf(rt, who)).toBe('- Short answers in German');
  });

  it('ends with its signal', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await prepare(rt, who);
    const ending = new AbortController();
    model().answer('dedup', () => {
      ending.abort(new Error('the worker stops'));
      return { merges: [] };
    });
    await expect(curate(rt, who, { signal: ending.signal })).rejects.toThrow('the worker stops');
    expect(await skillStatuses(rt, who)).toEqual({ fresh: 'active', old: 'stale' });
  });

  it('is queued on request, once an agent', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    for (const _ of [1, 2]) {
      expect(await startCuration(rt, who, 'a1')).toEqual({ status: 'queued', kind: 'curate' });
    }
    expect(await openJobs(rt, who.tenant)).toMatchObject([{ kind: 'curate', agentId: 'a1' }]);
  });
});

describeWithModelOnOne(
  'a curate job over budget',
  (runtime, model) => {
    it('is put off by an hour after what needs no model', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await prepare(rt, who);
      const [one, other] = [await ruleAt(rt, who, 0), await ruleAt(rt, who, 1)];
      const merge = { skill: 'fresh', keep: one, remove: other, content: null, reason: '' };
      model().answer('dedup', { merges: [merge] });
      await expect(curate(rt, who)).rejects.toMatchObject({ delayMs: 3_600_000 });
      expect(await skillStatuses(rt, who)).toEqual({ fresh: 'active', old: 'stale' });
      const query = { agentId: null, status: 'pending', before: null, limit: 9 } as const;
      expect((await listChangesets(rt, who, query)).items).toEqual([]);
      rt.advance(DAY_MS);
      await expect(curate(rt, who)).rejects.toMatchObject({ delayMs: 3_600_000 });
    });
  },
  { SERVICE_DAILY_TOKEN_BUDGET: '1' },
);

// Skills that fail too often are nominated for evolution, once for the evidence there is.

const RULES = ['Roll out to the staging cluster first'];

interface History {
  uses: number;
  rate: number | null;
  status?: string;
}

/** A skill with a history of uses and success. */
async function aSkillOf(rt: TestRuntime, who: Principal, name: string, { uses, rate, ...more }: History) {
  const { id } = await aSkillWith(rt, who, { name, rules: RULES });
  const evidence = rate === null ? {} : { evidence: uses, reward: uses * rate };
  await clientOf(rt.db.read).skill.updateMany({
    where: { tenant: who.tenant, id },
    data: { uses, ...evidence, ...more },
  });
  return id;
}

const evolutions = async (rt: TestRuntime, { tenant }: Principal): Promise<number> =>
  (await openJobs(rt, tenant)).filter(({ kind }) => kind === 'evolve').length;

const nominated = (rt: TestRuntime, who: Principal) =>
  logLines(rt, who, 'curation.done').map((line) => line['nominated']);

describeWithModelOnOne('nomination for evolution', (runtime) => {
  it('takes skills with enough uses and too little success, and no others', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await aSkillOf(rt, who, 'at-the-bounds', { uses: 10, rate: 0.7 });
    await aSkillOf(rt, who, 'stale-too', { uses: 50, rate: 0.1, status: 'stale' });
    await aSkillOf(rt, who, 'few-uses', { uses: 9, rate: 0 });
    await aSkillOf(rt, who, 'success', { uses: 100, rate: 0.71 });
    await aSkillOf(rt, who, 'no-evidence', { uses: 100, rate: null });
    await aSkillOf(rt, who, 'archived', { uses: 100, rate: 0, status: 'archived' });
    await aSkillOf(rt, who, 'deprecated', { uses: 100, rate: 0, status: 'deprecated' });
    await curate(rt, who);
    expect(nominated(rt, who)).toEqual([2]);
    expect(await evolutions(rt, who)).toBe(2);
  });

  it('takes a skill again only after as many uses as the first time', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const id = await aSkillOf(rt, who, 'deploy', { uses: 12, rate: 0.5 });
    const use = async (uses: number) => {
      await clientOf(rt.db.read).skill.updateMany({ where: { tenant: who.tenant, id }, data: { uses } });
      await curate(rt, who);
    };
    for (const uses of [12, 12, 21, 22, 31]) await use(uses);
    expect(nominated(rt, who)).toEqual([1, 0, 0, 1, 0]);
    expect(await evolutions(rt, who)).toBe(1);
  });

  it('leaves a skill alone whose evolution waits for a decision', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await aSkillOf(rt, who, 'deploy', { uses: 12, rate: 0.5 });
    const [waiting] = await proposeChangesets(rt, who.tenant, {
      ...{ agentId: 'default', rationale: '', source: 'evolution', proposedBy: 'system:evolution' },
      ...{ episodeIds: [], evalScore: 0.9, baselineScore: 0.1 },
      ops: [{ op: 'set_description', skill: 'deploy', description: 'Deploys with care' }],
    });
    await curate(rt, who);
    const review = { id: waiting?.id ?? '', approve: false, comment: 'no' };
    await reviewChangeset(rt, who, review);
    await curate(rt, who);
    expect(nominated(rt, who)).toEqual([0, 1]);
  });

  it('leaves shared skills to people', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { id } = await aSkillWith(rt, who, { name: 'shared', rules: RULES, agentId: '*' });
    const failing = { uses: 100, evidence: 100, reward: 0 };
    await clientOf(rt.db.read).skill.updateMany({ where: { tenant: who.tenant, id }, data: failing });
    await curate(rt, who);
    await curate(rt, who, { agentId: '*' });
    expect(await evolutions(rt, who)).toBe(0);
  });
});
