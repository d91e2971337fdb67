/**
 * What an evolution must not do: store what a hostile model says, or what rests on something that is gone.
 */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { getSkill } from '../../skills/index.ts';
import { allChangesets, logLines } from '../../testing/jobs/reflect-job.ts';
import {
  addition,
  aFailingSkill,
  aSkillWith,
  BETTER,
  evolutions,
  evolve,
  noGain,
  type Operation,
  propose,
  RULES,
} from '../../testing/jobs/upkeep-job.ts';
import { SECRET_RULE } from '../../testing/samples/skill-history.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';

describeWithModelOnOne('an evolve job that goes wrong', (runtime, model) => {
  it('drops what is not for this skill, names unknown rules or exceeds the limit, and logs it', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    const mine = await aSkillWith(rt, who, { name: 'innocent', rules: RULES });
    const theirs = await aSkillWith(rt, other, { name: 'theirs', rules: RULES });
    const removal = (ref: string, bullet = ''): Operation => ({ op: 'remove', skill: ref, bullet });
    const hostile: Operation[] = [
      removal(skill.name, mine.bullets[0]?.id),
      removal(skill.name, theirs.bullets[0]?.id),
      removal('innocent', mine.bullets[0]?.id),
      removal(theirs.id, theirs.bullets[0]?.id),
      { op: 'create_skill', name: 'intruder', description: 'x', tags: [], bullets: [] },
      ...Array.from({ length: 150 }, (_, at) => addition(`Verify check number ${at} of the rollout list`)),
    ];
    propose(model(), [hostile], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    const [changeset] = await evolutions(rt, who);
    expect(changeset?.ops).toHaveLength(18);
    expect(changeset?.ops.every((op) => op.op === 'add' && op.content.startsWith('Verify check'))).toBe(true);
    expect(logLines(rt, who, 'changeset.dropped_ops')[0]).toMatchObject({
      ...{ source: 'evolution', skill_id: skill.id },
      dropped: { unknown_bullet: 2, other_skill: 3, over_limit: 132 },
    });
    expect(await allChangesets(rt, other)).toHaveLength(1);
    expect(JSON.stringify(rt.lines)).not.toContain('Verify check');
  });

  it('leaves a candidate with a secret or an order to a person', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition(SECRET_RULE)]], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    const [changeset] = await evolutions(rt, who);
    expect(changeset).toMatchObject({ status: 'pending', safetyFindings: ['secret:aws_access_key'] });
  });

  it.each([
    ['that are not JSON', 'I would rather not'],
    ['that were cut off', '{"rationale": "because", "ops": [{"op": "add", "skill": "depl'],
    [
      'of 500 operations',
      JSON.stringify({ rationale: '', ops: Array.from({ length: 500 }, () => addition(BETTER)) }),
    ],
    ['of unknown operations', '{"rationale": "", "ops": [{"op": "drop_table", "skill": "deploy-service"}]}'],
  ])('stores nothing of answers %s', async (_, text) => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    model().malformed('evolve', text);
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toEqual([]);
    expect(noGain(rt, who)).toEqual(['no_candidate']);
    expect(logLines(rt, who, 'evolve.failed')).toHaveLength(4);
  });

  it('stores nothing where the skill moves meanwhile', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition(BETTER)]], [[0.9, 0.1]]);
    model().answer('judge_skill', async () => {
      await aSkillWith(rt, who, { rules: [...RULES, 'Keep the old release ready'] });
      return { candidate_score: 0.9, baseline_score: 0.1, reason: '' };
    });
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toEqual([]);
    expect(noGain(rt, who)).toEqual(['skill_moved']);
  });

  it('stores nothing where one of its runs is removed meanwhile', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill, runs } = await aFailingSkill(rt, who);
    propose(model(), [[addition(BETTER)]], [[0.9, 0.1]]);
    model().answer('judge_skill', async () => {
      const { episode } = clientOf(rt.db.read);
      await episode.deleteMany({ where: { tenant: who.tenant, id: runs[3] ?? '' } });
      return { candidate_score: 0.9, baseline_score: 0.1, reason: '' };
    });
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toEqual([]);
    expect(noGain(rt, who)).toEqual(['runs_removed']);
  });

  it('stores nothing once the job is lost', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition(BETTER)]], [[0.9, 0.1]]);
    const commit = async <T>(work: Parameters<typeof rt.db.write<T>>[0]): Promise<T> =>
      await rt.db.write(async (tx) => {
        await work(tx);
        throw new Error('the job was lost');
      });
    await expect(evolve(rt, who, { skillId: skill.id, commit })).rejects.toThrow('the job was lost');
    expect(await evolutions(rt, who)).toEqual([]);
    expect(
      (await getSkill(rt, who, { ref: skill.id, agentId: 'default', includeRemoved: false })).version,
    ).toBe(1);
  });

  it('fails the attempt while the model is down, and settles for what it has where it goes down midway', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    model().fail('*', { status: 401 });
    await expect(evolve(rt, who, { skillId: skill.id })).rejects.toThrow('learning model unavailable');
    model().reset();
    propose(model(), [[addition(BETTER)]], []);
    model().answer('judge_skill', () => {
      model().fail('evolve', { status: 401 });
      return { candidate_score: 0.9, baseline_score: 0.1, reason: '' };
    });
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toHaveLength(1);
  });

  it('writes nothing of a run into the log', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition('Attempt 0 ended with a failure of the rollout')]], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    expect(JSON.stringify(rt.lines)).not.toContain('of the rollout');
  });
});
describeWithModelOnOne(
  'an evolve job over budget',
  (runtime, model) => {
    it('is put off by an hour', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skill } = await aFailingSkill(rt, who);
      propose(model(), [[addition(BETTER)]], [[0.9, 0.1]]);
      await expect(evolve(rt, who, { skillId: skill.id })).rejects.toMatchObject({ delayMs: 3_600_000 });
      expect(await evolutions(rt, who)).toEqual([]);
      expect(noGain(rt, who)).toEqual([]);
    });
  },
  { SERVICE_DAILY_TOKEN_BUDGET: '1' },
);
