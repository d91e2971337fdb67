import { describe, expect, it } from 'vitest';
import { ruleState } from '../../../testing/samples/rule-states.ts';
import { applyOps, InapplicableOperationError } from './apply-ops.ts';
import type { RuleState, SkillState } from './changeset.ts';
import { operationSchema } from './ops.ts';

const rule = (id: string, changes: Partial<RuleState> = {}) => ruleState(id, `Rule ${id}`, changes);

const counted = rule('bl_1', { helpful: 4, harmful: 1, neutral: 2, used: 9, sources: ['ep_1'] });
const other = rule('bl_2', { helpful: 3, harmful: 2, neutral: 0, used: 6, sources: ['ep_1', 'ep_2'] });
const gone = rule('bl_3', { status: 'removed' });
const deploy: SkillState = {
  id: 'sk_1',
  name: 'deploy',
  description: 'Deploys',
  tags: ['ops'],
  frontMatter: { license: 'MIT' },
  bullets: [counted, other, gone],
};
const review: SkillState = { ...deploy, id: 'sk_2', name: 'review', bullets: [rule('bl_7')] };

function apply(ops: object[], skills = [deploy, review]): SkillState[] {
  let next = 0;
  const newId = (prefix: string) => () => `${prefix}_new${next++}`;
  return applyOps(
    skills,
    ops.map((op) => operationSchema.parse(op)),
    { newSkillId: newId('sk'), newBulletId: newId('bl'), sources: ['ep_9'] },
  );
}

describe('applying operations', () => {
  it('adds a rule at the end, without evidence, with the episodes that taught it', () => {
    const [skill] = apply([
      { op: 'add', skill: 'deploy', section: 'pitfalls', content: 'New rule', keywords: ['k'] },
    ]);
    expect(skill?.bullets.at(-1)).toEqual(
      rule('bl_new0', { section: 'pitfalls', content: 'New rule', keywords: ['k'], sources: ['ep_9'] }),
    );
    expect(skill?.bullets.slice(0, 3)).toEqual(deploy.bullets);
  });

  it('keeps the id and counters of an updated rule and changes only what is named', () => {
    const [skill] = apply([
      { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Better words', issue: null },
    ]);
    expect(skill?.bullets).toEqual([
      { ...counted, content: 'Better words', sources: ['ep_1', 'ep_9'] },
      other,
      gone,
    ]);
  });

  it('adds how often the two rules were followed, where that is known', () => {
    const bullets = [
      rule('bl_1', { followed: 2, broken: 1, followed_failed: 1 }),
      rule('bl_2', { followed: 3, broken: 0, followed_failed: 0 }),
      rule('bl_3'),
    ];
    const merge = (bullet: string, merged_into: string) =>
      apply(
        [{ op: 'remove', skill: 'deploy', bullet, merged_into }],
        [{ ...deploy, bullets }],
      )[0]?.bullets.find(({ id }) => id === merged_into);
    expect(merge('bl_1', 'bl_2')).toMatchObject({ followed: 5, broken: 1, followed_failed: 1 });
    expect(merge('bl_1', 'bl_3')).toMatchObject({ followed: 2, broken: 1, followed_failed: 1 });
  });

  it('folds the evidence of a merged rule into the one that stays, uses by the longer history', () => {
    const [skill] = apply([{ op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_2' }]);
    expect(skill?.bullets).toEqual([
      { ...counted, status: 'removed' },
      { ...other, helpful: 7, harmful: 3, neutral: 2, used: 9, sources: ['ep_1', 'ep_2'] },
      gone,
    ]);
  });

  it('sets the description and keeps tags and front matter unless they are sent', () => {
    const [kept] = apply([{ op: 'set_description', skill: 'deploy', description: 'Ships' }]);
    expect(kept).toEqual({ ...deploy, description: 'Ships' });
    const [replaced] = apply([
      { op: 'set_description', skill: 'deploy', description: 'Ships', tags: [], front_matter: {} },
    ]);
    expect(replaced).toEqual({ ...deploy, description: 'Ships', tags: [], frontMatter: {} });
  });

  it('creates a skill with its rules and goes on with it by name', () => {
    const result = apply([
      {
        op: 'create_skill',
        name: 'test',
        description: 'Tests',
        tags: ['qa'],
        bullets: [{ content: 'Run all' }],
      },
      { op: 'add', skill: 'test', content: 'Run again' },
    ]);
    expect(result).toHaveLength(3);
    expect(result[2]).toMatchObject({ name: 'test', description: 'Tests', tags: ['qa'], frontMatter: {} });
    expect(result[2]?.bullets.map(({ content }) => content)).toEqual(['Run all', 'Run again']);
  });

  it.each([
    ['an unknown skill', { op: 'add', skill: 'nope', content: 'New rule' }],
    ['an unknown rule', { op: 'update', skill: 'deploy', bullet: 'bl_9', content: 'Better words' }],
    ['a removed rule', { op: 'remove', skill: 'deploy', bullet: 'bl_3' }],
    ['a rule of another skill', { op: 'remove', skill: 'deploy', bullet: 'bl_7' }],
    ['a merge into nothing', { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_9' }],
    ['a merge into itself', { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_1' }],
    ['a skill that exists', { op: 'create_skill', name: 'deploy', description: 'Again' }],
  ])('refuses %s', (_, op) => {
    expect(() => apply([op])).toThrow(InapplicableOperationError);
  });
});
