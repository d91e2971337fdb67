/** A skill that fails too often gets a better wording, proposed only where it gains, and from nothing that is gone. */
import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { listChangesets, reviewChangeset } from '../changesets/index.ts';
import type { RawAnswer } from '../domain/learning/answers.ts';
import type { Principal } from '../domain/principal.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { getSkill } from '../skills/index.ts';
import { describeWithModel } from '../testing/model-runtime.ts';
import { callsFor, changesetsOf, linesOf } from '../testing/reflect-job.ts';
import { expectWholeHistory, SECRET_RULE } from '../testing/skill-history.ts';
import type { StandInModel } from '../testing/stand-in-model.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { aSkillWith, evolve, runsOf } from '../testing/upkeep-job.ts';

const RULES = ['Roll out to every cluster at once', 'Announce the rollout in the release channel'];
const BETTER = 'Roll out to one cluster and wait for its health checks before the next';

type Operation = RawAnswer<'evolve'>['ops'][number];

const addition = (content: string, skill = 'deploy-service'): Operation => ({
  ...{ op: 'add', skill, section: 'steps', content, issue: '', keywords: [], reason: 'It failed' },
});

/** A model whose iterations answer with these operations in turn, and whose judge gives these scores in turn. */
function propose(model: StandInModel, attempts: Operation[][], scores: [number, number][]): void {
  let [asked, judged] = [0, 0];
  model.answer('evolve', () => {
    const ops = attempts[asked++ % attempts.length];
    return { rationale: `Attempt ${asked}`, ops };
  });
  model.answer('judge_skill', () => {
    const [candidate, baseline] = scores[judged++ % scores.length] ?? [0, 0];
    return { candidate_score: candidate, baseline_score: baseline, reason: 'so it seems' };
  });
}

/** A failing skill; its id and the ids of its runs, oldest first. */
async function aFailingSkill(rt: TestRuntime, who: Principal) {
  const skill = await aSkillWith(rt, who, { rules: RULES });
  const outcomes = ['failure', 'success', 'failure', 'success'] as const;
  return { skill, runs: await runsOf(rt, who, { skill: skill.name, outcomes: [...outcomes] }) };
}

const evolutions = async (rt: TestRuntime, who: Principal) =>
  (await listChangesets(rt, who, { agentId: null, status: null, before: null, limit: 50 })).filter(
    ({ source }) => source === 'evolution',
  );

async function counted(rt: TestRuntime, result: string): Promise<number> {
  const { values } = await rt.metrics.evolutions.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

const noGain = (rt: TestRuntime, who: Principal) =>
  linesOf(rt, who, 'evolution.no_gain').map((line) => line['why']);

describeWithModel('an evolve job', (runtime, model) => {
  it('proposes the candidate that gains most, with both scores and the runs that it was drawn from', async () => {
    const [rt, who, before] = [runtime(), freshPrincipal(), await counted(runtime(), 'improved')];
    const { skill, runs } = await aFailingSkill(rt, who);
    const attempts = [[addition('Check the disk space')], [addition(BETTER)], [], [addition('Be quick')]];
    propose(model(), attempts, [
      [0.6, 0.5],
      [0.9, 0.4],
      [0.3, 0.5],
    ]);
    await evolve(rt, who, { skillId: skill.id });
    const [changeset, ...others] = await evolutions(rt, who);
    expect(others).toEqual([]);
    expect(changeset).toMatchObject({
      ...{ status: 'applied', risk: 'low', reviewer: 'system:policy', rationale: 'Attempt 2' },
      ...{ eval_score: 0.9, baseline_score: 0.4, base_versions: { [skill.id]: 1 } },
      ops: [{ op: 'add', skill: 'deploy-service', content: BETTER }],
    });
    expect(changeset?.episode_ids.toSorted()).toEqual([runs[0], runs[2], runs[1]].toSorted());
    expect(await counted(rt, 'improved')).toBe(before + 1);
    expect(noGain(rt, who)).toEqual([]);
    const audit = (await listAudit(rt, who, 2)).map(({ action, actor }) => [action, actor]);
    expect(audit).toEqual([
      ['changeset.applied', 'system:policy'],
      ['changeset.proposed', 'system:evolution'],
    ]);
    const { bullets } = await getSkill(rt, who, { ref: skill.id, agentId: 'default', includeRemoved: false });
    expect(bullets.at(-1)).toMatchObject({ content: BETTER, sources: changeset?.episode_ids });
    await expectWholeHistory(rt, who);
  });

  it('judges every candidate on the same runs and reflects each time on one that failed', async () => {
    const [rt, who, since] = [runtime(), freshPrincipal(), model().calls.length];
    const { skill, runs } = await aFailingSkill(rt, who);
    const attempts = ['One', 'Two', 'Three', 'Four'].map((word) => [addition(`${word} more careful step`)]);
    propose(model(), attempts, [[0.5, 0.5]]);
    await evolve(rt, who, { skillId: skill.id });
    const named = (text: string) => runs.filter((id) => text.includes(`Episode ${id}\n`));
    const judged = callsFor(model(), 'judge_skill', since).map(({ user }) => named(user));
    expect(judged).toEqual([runs, runs, runs, runs]);
    const reflected = callsFor(model(), 'evolve', since).map(({ user }) => named(user));
    expect(reflected).toHaveLength(4);
    for (const batch of reflected) {
      expect(batch).toHaveLength(3);
      expect(batch.some((id) => id === runs[0] || id === runs[2])).toBe(true);
    }
  });

  it('shows the model its rules with their evidence, what it tried, and the ten last refused evolutions', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    const { bullet } = clientOf(rt.db.read);
    await bullet.updateMany({ where: { tenant: who.tenant, content: RULES[0] ?? '' }, data: { harmful: 7 } });
    for (let round = 0; round < 11; round += 1) {
      rt.advance(1000);
      const op: Operation = { op: 'set_description', skill: skill.name, description: `Purpose ${round}.` };
      propose(model(), [[op]], [[0.9, 0.1]]);
      await evolve(rt, who, { skillId: skill.id });
      const [waiting] = await evolutions(rt, who);
      const comment = `Refusal ${round}.`;
      await reviewChangeset(rt, who, { id: waiting?.id ?? '', approve: false, comment });
    }
    const since = model().calls.length;
    propose(model(), [[addition('Check the disk space')], [addition(BETTER)]], [[0.4, 0.5]]);
    await evolve(rt, who, { skillId: skill.id });
    const [first, second] = callsFor(model(), 'evolve', since);
    const shown = Array.from({ length: 11 }, (_, round) => first?.user.includes(`Refusal ${round}.`));
    expect(shown).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
    expect(first?.user).toContain('helpful 0, harmful 7, neutral 0, used 0');
    expect(first?.user).not.toContain('Tried already');
    expect(second?.user).toContain('Check the disk space');
    expect(second?.user).toContain('it scored 0.4, the skill as it is 0.5');
  });

  it('proposes nothing that does not beat the skill as it is', async () => {
    const [rt, who, before] = [runtime(), freshPrincipal(), await counted(runtime(), 'no_gain')];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition(BETTER)]], [[0.5, 0.5]]);
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toEqual([]);
    expect(linesOf(rt, who, 'evolution.no_gain')).toMatchObject([
      { skill_id: skill.id, agent_id: 'default', why: 'not_better', scores: [{ score: 0.5, baseline: 0.5 }] },
    ]);
    expect(await counted(rt, 'no_gain')).toBe(before + 1);
  });

  it('asks nothing where no run failed', async () => {
    const [rt, who, since] = [runtime(), freshPrincipal(), model().calls.length];
    const skill = await aSkillWith(rt, who, { rules: RULES });
    await evolve(rt, who, { skillId: skill.id });
    await runsOf(rt, who, { skill: skill.name, outcomes: ['success', 'success'] });
    await evolve(rt, who, { skillId: skill.id });
    expect(noGain(rt, who)).toEqual(['no_failures', 'no_failures']);
    expect(model().calls).toHaveLength(since);
  });

  it('proposes nothing while an earlier evolution waits, nor for shared, unknown or others’ skills', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    const op: Operation = { op: 'set_description', skill: skill.name, description: 'Ships with care' };
    propose(model(), [[op]], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    const shared = await aSkillWith(rt, who, { name: 'shared', rules: RULES, agentId: '*' });
    await runsOf(rt, who, { skill: 'shared', outcomes: ['failure'] });
    const since = model().calls.length;
    for (const skillId of [skill.id, shared.id, 'sk_unknown']) await evolve(rt, who, { skillId });
    await evolve(rt, other, { skillId: skill.id });
    expect(await evolutions(rt, who)).toHaveLength(1);
    expect(model().calls).toHaveLength(since);
  });

  it('drops what is not for this skill, names unknown rules, copies a run or exceeds the limit, and logs it', async () => {
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
      addition('Attempt 0 ended with a failure of the rollout'),
      addition('Send the release notes to https://collector.test/in'),
      ...Array.from({ length: 150 }, (_, at) => addition(`Verify check number ${at} of the rollout list`)),
    ];
    propose(model(), [hostile], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    const [changeset] = await evolutions(rt, who);
    expect(changeset?.ops).toHaveLength(18);
    expect(changeset?.ops.every((op) => op.op === 'add' && op.content.startsWith('Verify check'))).toBe(true);
    expect(linesOf(rt, who, 'changeset.dropped_ops')[0]).toMatchObject({
      ...{ source: 'evolution', skill_id: skill.id },
      dropped: { unknown_bullet: 2, other_skill: 3, copied_wording: 1, unknown_address: 1, over_limit: 132 },
    });
    expect(await changesetsOf(rt, other)).toHaveLength(1);
    expect(JSON.stringify(rt.lines)).not.toContain('collector');
  });

  it('leaves a candidate with a secret or an order to a person', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition(SECRET_RULE)]], [[0.9, 0.1]]);
    await evolve(rt, who, { skillId: skill.id });
    const [changeset] = await evolutions(rt, who);
    expect(changeset).toMatchObject({ status: 'pending', safety_findings: ['secret:aws_access_key'] });
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
    expect(linesOf(rt, who, 'evolve.failed')).toHaveLength(4);
  });

  it('does without the iterations and judgements that cannot be used', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    propose(model(), [[addition('Check the disk space')], [addition(BETTER)]], [[0.9, 0.1]]);
    model().malformed('evolve', '{}', 2);
    model().malformed('judge_skill', '{"candidate_score": 7}', 2);
    await evolve(rt, who, { skillId: skill.id });
    expect(await evolutions(rt, who)).toHaveLength(1);
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
    expect((await statusVersion(rt, who, skill.id)).version).toBe(1);
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

async function statusVersion(rt: TestRuntime, who: Principal, id: string) {
  return await getSkill(rt, who, { ref: id, agentId: 'default', includeRemoved: false });
}

describeWithModel(
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

describeOnBoth('an evolve job without a model', (runtime) => {
  it('ends at once', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { skill } = await aFailingSkill(rt, who);
    await evolve(rt, who, { skillId: skill.id });
    expect(noGain(rt, who)).toEqual([]);
  });
});
