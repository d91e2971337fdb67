import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { revisionStore } from '../../knowledge/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { expectWholeHistory, SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { authorSkill, getSkill } from '../index.ts';
import { type LearnedProposal, proposeChangesets, reviewChangeset } from './index.ts';

const NAME = 'deploy-service';

const add = (content: string, skill = NAME): Operation => ({
  op: 'add',
  skill,
  section: 'pitfalls',
  content,
  issue: '',
  keywords: [],
});

const learned = (ops: Operation[], more: Partial<LearnedProposal> = {}): LearnedProposal => ({
  agentId: 'default',
  ops,
  rationale: 'Three runs failed at the same place.',
  source: 'reflection',
  proposedBy: 'system:reflection',
  episodeIds: ['ep_1', 'ep_2'],
  evalScore: null,
  baselineScore: null,
  ...more,
});

async function counted(rt: TestRuntime, source: string, status: string): Promise<number> {
  const { values } = await rt.metrics.changesets.get();
  return values.find(({ labels }) => labels.source === source && labels.status === status)?.value ?? 0;
}

describeOnOne('a learned proposal', (runtime) => {
  it('of low risk is applied by policy, with its provenance in the rule', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
    const before = await counted(rt, 'reflection', 'applied');
    const [changeset] = await proposeChangesets(
      rt,
      who.tenant,
      learned([add('Check the free disk space first')]),
    );
    expect(changeset).toMatchObject({ status: 'applied', risk: 'low', reviewer: 'system:policy' });
    const skill = await getSkill(rt, who, { ref: NAME, agentId: 'default' });
    expect(skill.bullets[1]).toMatchObject({
      section: 'pitfalls',
      content: 'Check the free disk space first',
      sources: ['ep_1', 'ep_2'],
      helpful: 0,
      used: 0,
    });
    const actions = (await listAudit(rt, who, 2)).map(({ action, actor }) => [action, actor]);
    expect(actions).toEqual([
      ['changeset.applied', 'system:policy'],
      ['changeset.proposed', 'system:reflection'],
    ]);
    expect(await counted(rt, 'reflection', 'applied')).toBe(before + 1);
    await expectWholeHistory(rt, who);
  });

  it('of medium or high risk, or with a safety finding, or scored too low, waits for a person', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: ['Run the tests first', 'Run all the tests first'] }));
    const { bullets } = await getSkill(rt, who, { ref: NAME, agentId: 'default' });
    const [first, second] = bullets.map(({ id }) => id);
    const rule = { skill: NAME, bullet: String(first) };
    const cases: [string, LearnedProposal][] = [
      ['medium', learned([{ op: 'update', ...rule, content: 'Run the unit tests first' }])],
      ['medium', learned([{ op: 'remove', ...rule, merged_into: String(second) }])],
      ['high', learned([{ op: 'remove', ...rule, merged_into: null }])],
      ['high', learned([{ op: 'set_description', skill: NAME, description: 'Other words' }])],
      ['low', learned([add(SECRET_RULE)])],
      ['low', learned([add('Check the free disk space first')], { evalScore: 0.69, baselineScore: 0.5 })],
    ];
    const before = await counted(rt, 'reflection', 'pending');
    for (const [risk, proposal] of cases) {
      const [changeset] = await proposeChangesets(rt, who.tenant, proposal);
      expect(changeset).toMatchObject({ status: 'pending', risk, reviewer: null, appliedVersions: null });
    }
    expect(await counted(rt, 'reflection', 'pending')).toBe(before + cases.length);
    expect(await getSkill(rt, who, { ref: NAME, agentId: 'default' })).toMatchObject({ version: 1 });
    await expectWholeHistory(rt, who);
  });

  it('loses the operations that could never apply, which are logged without their text', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    await authorSkill(rt, who, skillIn({ agent_id: 'another', name: 'others-skill' }));
    await authorSkill(rt, who, skillIn({ agent_id: '*', name: 'shared-skill' }));
    const kept = add('Check the free disk space first');
    const [changeset] = await proposeChangesets(
      rt,
      who.tenant,
      learned([
        kept,
        add('Check the free disk space  FIRST'),
        add('Not of this agent at all', 'others-skill'),
        add('Not for learning to change', 'shared-skill'),
        { op: 'remove', skill: NAME, bullet: 'bl_unknown', merged_into: null },
      ]),
    );
    expect(changeset?.ops).toEqual([kept]);
    const line = rt.lines.findLast(({ event }) => event === 'changeset.dropped_ops');
    expect(line).toMatchObject({
      tenant: who.tenant,
      agent_id: 'default',
      source: 'reflection',
      changeset_id: changeset?.id,
      dropped: { unknown_skill: 2, repeated: 1, unknown_bullet: 1 },
    });
    expect(JSON.stringify(line)).not.toContain('disk space');
  });

  it('has at most six operations, from evolution eighteen', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const rules = (word: string) =>
      Array.from({ length: 20 }, (_, index) => add(`Rule ${word} number ${index}`));
    const [reflected] = await proposeChangesets(rt, who.tenant, learned(rules('small')));
    expect(reflected?.ops).toHaveLength(6);
    const evolved = learned(rules('large'), { source: 'evolution', proposedBy: 'system:evolution' });
    expect((await proposeChangesets(rt, who.tenant, evolved))[0]?.ops).toHaveLength(18);
  });

  it('that merges two rules adds up their verdicts, also those that come in meanwhile', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: ['Run the tests first', 'Run all the tests first'] }));
    const { bullets } = await getSkill(rt, who, { ref: NAME, agentId: 'default' });
    const [first, second] = bullets.map(({ id }) => String(id));
    const counters = async (id: string, helpful: number) => {
      await clientOf(rt.db.read).bullet.updateMany({
        where: { tenant: who.tenant, id },
        data: { helpful: { increment: helpful }, used: { increment: helpful } },
      });
    };
    await counters(String(first), 3);
    await counters(String(second), 4);
    const merge: Operation = {
      op: 'remove',
      skill: NAME,
      bullet: String(first),
      merged_into: String(second),
    };
    const [changeset] = await proposeChangesets(rt, who.tenant, learned([merge]));
    await counters(String(second), 1);
    await reviewChangeset(rt, who, { id: String(changeset?.id), approve: true, comment: null });
    const skill = await getSkill(rt, who, { ref: NAME, agentId: 'default', includeRemoved: true });
    expect(skill.bullets.map(({ id, status, helpful, used }) => ({ id, status, helpful, used }))).toEqual([
      { id: second, status: 'active', helpful: 8, used: 5 },
      { id: first, status: 'removed', helpful: 3, used: 3 },
    ]);
  });

  it('bumps the revision of its agent with every version, and not while it waits', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const revision = async () =>
      (await revisionStore(rt.db.read, who.tenant).read(['default'])).get('default')?.skills;
    await authorSkill(rt, who, skillIn());
    const before = await revision();
    await proposeChangesets(rt, who.tenant, learned([add(SECRET_RULE)]));
    expect(await revision()).toBe(before);
    await proposeChangesets(rt, who.tenant, learned([add('Check the free disk space first')]));
    expect(await revision()).toBe(Number(before) + 1);
  });
});

describeOnOne(
  'a learned proposal of medium risk, where policy may approve that',
  (runtime) => {
    it('is applied by policy', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
      const { bullets } = await getSkill(rt, who, { ref: NAME, agentId: 'default' });
      const update: Operation = {
        op: 'update',
        skill: NAME,
        bullet: String(bullets[0]?.id),
        content: 'Run the unit tests first',
      };
      const [changeset] = await proposeChangesets(rt, who.tenant, learned([update]));
      expect(changeset).toMatchObject({ status: 'applied', reviewer: 'system:policy' });
    });
  },
  { SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true' },
);
