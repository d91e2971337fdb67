/** Skills that fail too often are nominated for evolution, once for the evidence there is. */
import { expect, it } from 'vitest';
import { proposeChangesets, reviewChangeset } from '../../skills/changesets/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { jobsOf } from '../../testing/jobs.ts';
import { describeWithModel } from '../../testing/model-runtime.ts';
import { linesOf } from '../../testing/reflect-job.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { aSkillWith, curate } from '../../testing/upkeep-job.ts';

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
  (await jobsOf(rt, tenant)).filter(({ kind }) => kind === 'evolve').length;

const nominated = (rt: TestRuntime, who: Principal) =>
  linesOf(rt, who, 'curation.done').map((line) => line['nominated']);

describeWithModel('nomination for evolution', (runtime) => {
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

describeOnBoth('nomination without a model', (runtime) => {
  it('waits until there is one', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await aSkillOf(rt, who, 'deploy', { uses: 12, rate: 0.5 });
    await curate(rt, who);
    expect(nominated(rt, who)).toEqual([0]);
    expect(await evolutions(rt, who)).toBe(0);
  });
});
