import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { expectWholeHistory, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { authorSkill, getSkill, rollbackSkill } from '../index.ts';
import { getChangeset, proposeChangesets, reviewChangeset } from './index.ts';

const NAME = 'deploy-service';

/** A proposal that policy leaves to people: it changes the description, which is high risk. */
async function proposeDescription(
  rt: TestRuntime,
  { tenant }: Principal,
  description: string,
): Promise<string> {
  return await propose(rt, tenant, [{ op: 'set_description', skill: NAME, description }]);
}

async function propose(rt: TestRuntime, tenant: string, ops: Operation[]): Promise<string> {
  const [changeset] = await proposeChangesets(rt, tenant, {
    agentId: 'default',
    ops,
    rationale: 'Runs failed.',
    source: 'reflection',
    proposedBy: 'system:reflection',
    episodeIds: ['ep_1'],
    evalScore: null,
    baselineScore: null,
  });
  if (changeset === undefined) throw new Error('the proposal was dropped');
  expect(changeset.status).toBe('pending');
  return changeset.id;
}

const approval = (id: string) => ({ id, approve: true, comment: null });
const rejection = (id: string) => ({ id, approve: false, comment: 'too broad' });
const current = (rt: TestRuntime, who: Principal) => getSkill(rt, who, { ref: NAME, agentId: 'default' });

const outcomes = (results: PromiseSettledResult<{ status: string }>[]) =>
  results
    .map((result) => (result.status === 'fulfilled' ? result.value.status : (result.reason as Error).message))
    .sort();

describeOnBoth('reviewing a changeset', (runtime) => {
  it('that is approved while its skill is unchanged applies it as a new version', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
    const id = await proposeDescription(rt, who, 'How to deploy safely');
    const review = await reviewChangeset(rt, who, { id, approve: true, comment: 'good' });
    expect(review).toEqual({
      id,
      status: 'applied',
      appliedVersions: { [String(skillId)]: 2 },
      reason: null,
    });
    expect(await current(rt, who)).toMatchObject({ version: 2, description: 'How to deploy safely' });
    expect(await getChangeset(rt, who, id)).toMatchObject({
      status: 'applied',
      risk: 'high',
      baseVersions: { [String(skillId)]: 1 },
      appliedVersions: { [String(skillId)]: 2 },
      reviewer: who.actor,
      reviewComment: 'good',
      rejectionReason: null,
      originalOps: null,
      episodeIds: ['ep_1'],
    });
    const [latest, ...older] = await listAudit(rt, who, 10);
    expect(latest).toMatchObject({
      action: 'changeset.applied',
      actor: who.actor,
      resource: `changeset:${id}`,
    });
    expect(older).toContainEqual(
      expect.objectContaining({ action: 'changeset.proposed', actor: 'system:reflection' }),
    );
    await expectWholeHistory(rt, who);
  });

  it('that is approved after its skill moved on fails and changes nothing', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
    const id = await proposeDescription(rt, who, 'stale words');
    await authorSkill(rt, who, skillIn({ description: 'newer words' }));
    const reason = 'skill deploy-service moved from version 1 to 2';
    expect(await reviewChangeset(rt, who, approval(id))).toEqual({
      id,
      status: 'failed',
      appliedVersions: null,
      reason,
    });
    expect(await current(rt, who)).toMatchObject({ version: 2, description: 'newer words' });
    expect(await getChangeset(rt, who, id)).toMatchObject({ status: 'failed', rejectionReason: reason });
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'changeset.failed',
      actor: who.actor,
      details: { reason },
    });
    await expectWholeHistory(rt, who);
  });

  it('that touches two skills changes neither where one of them moved on', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    await authorSkill(rt, who, skillIn({ name: 'other-skill' }));
    const id = await propose(rt, who.tenant, [
      { op: 'set_description', skill: NAME, description: 'See new-skill' },
      { op: 'set_description', skill: 'other-skill', description: 'As new-skill says' },
      { op: 'create_skill', name: 'new-skill', description: 'New', tags: [], bullets: [] },
    ]);
    await authorSkill(rt, who, skillIn({ name: 'other-skill', description: 'moved on' }));
    expect(await reviewChangeset(rt, who, approval(id))).toMatchObject({ status: 'failed' });
    expect(await current(rt, who)).toMatchObject({ version: 1, description: 'How to deploy' });
    await expectWholeHistory(rt, who);
  });

  it('that is rejected keeps the comment as the reason', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const id = await proposeDescription(rt, who, 'unwanted');
    expect(await reviewChangeset(rt, who, rejection(id))).toEqual({
      id,
      status: 'rejected',
      appliedVersions: null,
      reason: 'too broad',
    });
    expect(await getChangeset(rt, who, id)).toMatchObject({
      status: 'rejected',
      reviewer: who.actor,
      rejectionReason: 'too broad',
      reviewComment: 'too broad',
    });
    expect(await current(rt, who)).toMatchObject({ version: 1 });
    await expectWholeHistory(rt, who);
  });

  it('that is no longer pending is a conflict which names its status', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const [applied, failed] = [
      await proposeDescription(rt, who, 'one'),
      await proposeDescription(rt, who, 'two'),
    ];
    const rejected = await proposeDescription(rt, who, 'three');
    await reviewChangeset(rt, who, rejection(rejected));
    await reviewChangeset(rt, who, approval(applied));
    await reviewChangeset(rt, who, approval(failed));
    for (const [id, status] of [
      [applied, 'applied'],
      [failed, 'failed'],
      [rejected, 'rejected'],
    ] as const) {
      for (const review of [approval(id), rejection(id)]) {
        await expect(reviewChangeset(rt, who, review)).rejects.toMatchObject({
          kind: 'conflict',
          detail: `changeset is ${status}`,
        });
      }
    }
  });

  it('of another tenant is answered like one that does not exist', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    await authorSkill(rt, theirs, skillIn());
    const id = await proposeDescription(rt, theirs, 'secret plan');
    const fault = { kind: 'not_found', detail: 'changeset not found' };
    for (const ref of [id, 'cs_unknown']) {
      await expect(reviewChangeset(rt, ours, approval(ref))).rejects.toMatchObject(fault);
      await expect(getChangeset(rt, ours, ref)).rejects.toMatchObject(fault);
    }
    expect(await getChangeset(rt, theirs, id)).toMatchObject({ status: 'pending' });
  });

  it('sixteen times at once has one winner', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const id = await proposeDescription(rt, who, 'approved once');
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, () => reviewChangeset(rt, who, approval(id))),
    );
    expect(outcomes(results)).toEqual([
      'applied',
      ...Array.from({ length: 15 }, () => 'changeset is applied'),
    ]);
    expect(await current(rt, who)).toMatchObject({ version: 2 });
    await expectWholeHistory(rt, who);
  });

  it('sixteen of one version at once applies one and fails the others', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const ids: string[] = [];
    for (let index = 0; index < 16; index += 1) ids.push(await proposeDescription(rt, who, `words ${index}`));
    const results = await Promise.allSettled(ids.map((id) => reviewChangeset(rt, who, approval(id))));
    expect(outcomes(results)).toEqual(['applied', ...Array.from({ length: 15 }, () => 'failed')]);
    expect(await current(rt, who)).toMatchObject({ version: 2 });
    await expectWholeHistory(rt, who);
  });

  it('by an approval and a rejection at once has one winner', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    for (let round = 0; round < 8; round += 1) {
      const id = await proposeDescription(rt, who, `round ${round}`);
      const results = await Promise.allSettled([
        reviewChangeset(rt, who, rejection(id)),
        reviewChangeset(rt, who, approval(id)),
      ]);
      const { status } = await getChangeset(rt, who, id);
      expect(outcomes(results)).toEqual([status, `changeset is ${status}`].sort());
    }
    await expectWholeHistory(rt, who);
  });

  it('while its skill is rolled back applies before it or fails after it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn({ rules: ['First rule'] }));
    for (let round = 0; round < 8; round += 1) {
      const id = await proposeDescription(rt, who, `round ${round}`);
      const [review, back] = await Promise.all([
        reviewChangeset(rt, who, approval(id)),
        rollbackSkill(rt, who, { skillId: String(skillId), version: 1 }),
      ]);
      const { description } = await current(rt, who);
      expect(description).toBe('How to deploy');
      const applied = { status: 'applied', appliedVersions: { [String(skillId)]: back.version - 1 } };
      const failed = { status: 'failed', appliedVersions: null };
      expect(review).toMatchObject(review.status === 'applied' ? applied : failed);
    }
    await expectWholeHistory(rt, who);
  });
});
