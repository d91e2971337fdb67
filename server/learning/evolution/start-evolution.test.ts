/** Evolution on request: queued, or skipped with the reason. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { proposeChangesets } from '../../skills/changesets/index.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import { aSkillWith } from '../../testing/jobs/upkeep-job.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { startEvolution } from './index.ts';

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
