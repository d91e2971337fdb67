/** Evolution on request: queued, or skipped with the reason. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { proposeChangesets } from '../../skills/changesets/index.ts';
import { authorSkill } from '../../skills/index.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import { aSkillWith } from '../../testing/jobs/upkeep-job.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { previewEvolution, startEvolution } from './index.ts';

const RULES = ['Roll out to the staging cluster first'];

describeWithModelOnOne('asking for an evolution', (runtime) => {
  it('queues one job a skill', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { id } = await aSkillWith(rt, who, { rules: RULES });
    for (const _ of [1, 2]) {
      expect(await startEvolution(rt, who, id)).toEqual({ skill_id: id, status: 'queued' });
    }
    expect(await openJobs(rt, who.tenant)).toMatchObject([{ kind: 'evolve', agentId: 'default' }]);
  });

  it('is skipped for a shared skill, and while an evolution waits for a decision', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const shared = await aSkillWith(rt, who, { name: 'shared', rules: RULES, agentId: '*' });
    expect(await startEvolution(rt, who, shared.id)).toEqual({
      ...{ skill_id: shared.id, status: 'skipped', reason: 'the skill is shared: only people change it' },
    });
    const { id } = await aSkillWith(rt, who, { rules: RULES });
    await proposeChangesets(rt, who.tenant, {
      ...{ agentId: 'default', rationale: '', source: 'evolution', proposedBy: 'system:evolution' },
      ...{ episodeIds: [], evalScore: 0.9, baselineScore: 0.1 },
      ops: [{ op: 'set_description', skill: 'deploy-service', description: 'Deploys with care' }],
    });
    expect(await startEvolution(rt, who, id)).toMatchObject({
      reason: 'an evolution of it waits for a decision',
    });
    const kinds = (await openJobs(rt, who.tenant)).map(({ kind }) => kind);
    expect(kinds).not.toContain('evolve');
  });

  it('of another tenant’s skill is answered like that of none', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const { id } = await aSkillWith(rt, other, { rules: RULES });
    for (const ref of [id, 'sk_unknown']) {
      const refusal = { kind: 'not_found', detail: 'skill not found' };
      await expect(startEvolution(rt, who, ref)).rejects.toMatchObject(refusal);
    }
  });
});

describeOnOne('what an evolution would do, before it is asked for', (runtime) => {
  it('is nothing without a learning model, and costs what recent calls cost at their median', async () => {
    const who = freshPrincipal();
    const { skill_id: id } = await authorSkill(runtime(), who, skillIn());
    const preview = async () => await previewEvolution(runtime(), who, id ?? '');
    expect(await preview()).toEqual({ obstacle: 'no learning model is configured', tokens: null });
    const add = async (day: string, purpose: string, tokens: number) => {
      const data = { tenant: who.tenant, day, purpose, calls: 2, inputTokens: tokens, outputTokens: 200 };
      await clientOf(runtime().db.read).usageDay.create({ data });
    };
    await add('2026-02-26', 'evolve', 1800);
    await add('2026-02-27', 'evolve', 3800);
    await add('2026-02-28', 'evolve', 99_800);
    await add('2026-02-28', 'judge_skill', 800);
    await add('2025-11-01', 'evolve', 1);
    await add('2026-02-28', 'ask', 1_000_000);
    const { iterations } = runtime().config.evolution;
    expect((await preview()).tokens).toBe(iterations * (2000 + 500));
  });
});
