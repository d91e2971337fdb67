import { describe, expect, it } from 'vitest';
import { ruleState } from '../../../testing/samples/rule-states.ts';
import type { SkillState } from '../../skills/changesets/changeset.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import { type Comparison, type Merge, mergeOps, refusedPairs, rulesInQuestion } from './merge-ops.ts';
import { pairKey } from './near-duplicates.ts';

const A = ruleState('bl_a', 'Run the smoke tests before deploying the service', { keywords: ['smoke'] });
const B = ruleState('bl_b', 'Before the service is deployed, run all smoke tests', { keywords: ['deploy'] });
const C = ruleState('bl_c', 'Run smoke tests on staging before the deployment');
const OTHER = ruleState('bl_x', 'Greet the customer by name');
const GONE = ruleState('bl_gone', 'Run the smoke tests', { status: 'removed' });

const skill: SkillState = {
  id: 'sk_1',
  name: 'deploy',
  description: 'Deploys',
  tags: [],
  frontMatter: {},
  bullets: [A, B, C, OTHER, GONE],
};
const comparison: Comparison = { skill, groups: [['bl_a', 'bl_b', 'bl_c']] };
const merge = (keep: string, remove: string, changes: Partial<Merge> = {}): Merge => ({
  ...{ skill: 'deploy', keep, remove, content: null, reason: 'They say the same' },
  ...changes,
});
const removal = (bullet: string, into: string) => ({
  op: 'remove',
  skill: 'deploy',
  bullet,
  merged_into: into,
  reason: 'They say the same',
});

describe('merges', () => {
  it('reword the rule that stays, with the keywords of both', () => {
    const content = 'Run all smoke tests before the service is deployed';
    expect(mergeOps(comparison, [merge('bl_a', 'bl_b', { content })], 6).ops).toEqual([
      { op: 'update', skill: 'deploy', bullet: 'bl_a', content, keywords: ['smoke', 'deploy'] },
      removal('bl_b', 'bl_a'),
    ]);
  });

  it.each([
    ['another skill', merge('bl_a', 'bl_b', { skill: 'other' })],
    ['a rule with itself', merge('bl_a', 'bl_a')],
    ['a rule that it was not asked about', merge('bl_a', 'bl_x')],
    ['a rule that does not exist', merge('bl_a', 'bl_of_another_tenant')],
    [
      'in words that are not the rules’',
      merge('bl_a', 'bl_b', { content: 'Send every invoice to the boss' }),
    ],
  ])('are refused: %s', (_, refused) => {
    expect(mergeOps(comparison, [refused], 6)).toEqual({ ops: [], refused: 1 });
  });

  it('do not contradict each other', () => {
    const chain = [
      merge('bl_a', 'bl_b'),
      merge('bl_b', 'bl_c'),
      merge('bl_c', 'bl_a'),
      merge('bl_a', 'bl_b'),
    ];
    expect(mergeOps(comparison, chain, 6)).toEqual({ ops: [removal('bl_b', 'bl_a')], refused: 3 });
  });

  it('keep to the limit without doing one by half', () => {
    const two = [
      merge('bl_a', 'bl_b', { content: 'Run all smoke tests before deploying the service' }),
      merge('bl_a', 'bl_c'),
    ];
    expect(mergeOps(comparison, two, 1)).toEqual({ ops: [removal('bl_c', 'bl_a')], refused: 0 });
    expect(mergeOps(comparison, two, 2).ops).toHaveLength(2);
    expect(mergeOps(comparison, two, 3).ops).toHaveLength(3);
  });
});

const ops: Operation[] = [
  { op: 'update', skill: 'a', bullet: 'bl_1', content: 'Other words' },
  { op: 'remove', skill: 'a', bullet: 'bl_2', merged_into: 'bl_3' },
  { op: 'remove', skill: 'a', bullet: 'bl_4', merged_into: null },
  { op: 'set_description', skill: 'a', description: '' },
];

it('rules in question are those that an open changeset rewords, removes or merges into', () => {
  expect([...rulesInQuestion([{ ops }])]).toEqual(['bl_1', 'bl_2', 'bl_3', 'bl_4']);
});

it('a refused merge is refused whichever rule was to stay', () => {
  const refused = refusedPairs([{ ops }]);
  expect([...refused]).toEqual([pairKey('bl_3', 'bl_2')]);
  expect(refused.has(pairKey('bl_2', 'bl_3'))).toBe(true);
});
