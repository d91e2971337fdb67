import { describe, expect, it } from 'vitest';
import type { SkillState } from './changeset.ts';
import type { Operation } from './ops.ts';
import { splitOps } from './split-ops.ts';

const skill = (name: string, rules: string[]): SkillState => ({
  id: `sk_${name}`,
  name,
  description: `How to ${name}`,
  tags: [],
  frontMatter: {},
  bullets: rules.map((content, index) => ({
    ...{ id: `bl_${name}_${index}`, section: 'steps', content, issue: '', keywords: [] },
    ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, status: 'active', sources: [] },
  })),
});

const SKILLS = [
  skill('deploy', ['Run the smoke tests before the rollout begins', 'Ask the owner']),
  skill('refund', ['Look up the captured amount']),
  skill('ship', ['Print the label of the parcel']),
];

const add = (to: string, content = `A new step of ${to} that nobody said`): Operation => ({
  ...{ op: 'add', skill: to, section: 'steps', content, issue: '', keywords: [] },
});
const update = (of: string, content = 'Another wording of it'): Operation => ({
  ...{ op: 'update', skill: of, bullet: `bl_${of}_0`, content },
});
const remove = (of: string, merged_into: string | null = null): Operation => ({
  ...{ op: 'remove', skill: of, bullet: `bl_${of}_0`, merged_into },
});
const create = (name: string, contents: string[] = []): Operation => ({
  ...{ op: 'create_skill', name, description: 'Something new', tags: [] },
  bullets: contents.map((content) => ({ section: 'steps', content, issue: '', keywords: [] })),
});

/** The places of the operations in each part. */
const places = (ops: Operation[]) => splitOps(ops, SKILLS).map((part) => part.map((op) => ops.indexOf(op)));

describe('a proposal', () => {
  it.each<[string, Operation[], number[][]]>([
    ['of nothing', [], []],
    ['of one skill', [add('deploy'), update('deploy'), add('deploy')], [[0, 1, 2]]],
    [
      'of one skill by name and by id',
      [add('deploy'), { ...add('deploy'), skill: 'sk_deploy' } as Operation],
      [[0, 1]],
    ],
    ['of two skills', [update('deploy'), update('refund')], [[0], [1]]],
    ['that changes one skill and creates another', [update('deploy'), create('label')], [[0, 1]]],
    ['that only creates', [create('label'), create('stamp'), add('stamp')], [[0, 1, 2]]],
    [
      'of two skills and one to create by itself',
      [update('deploy'), update('refund'), create('label'), add('label')],
      [[0], [1], [2, 3]],
    ],
  ])('%s is split by the existing skills that it changes', (_, ops, parts) => {
    expect(places(ops)).toEqual(parts);
  });

  it.each<[string, Operation[], number[][]]>([
    [
      'that names the skill which another creates',
      [update('deploy', 'Print it as print-label says'), update('refund'), create('print-label')],
      [[0, 2], [1]],
    ],
    [
      'whose skills both need what is created',
      [update('deploy', 'See `print-label`.'), add('refund', 'Print-label tells how'), create('print-label')],
      [[0, 1, 2]],
    ],
    [
      'that merges a rule into one of another skill',
      [update('ship'), remove('deploy', 'bl_refund_0'), update('refund')],
      [[0], [1, 2]],
    ],
    [
      'that moves a rule to another skill',
      [remove('deploy'), update('refund'), add('ship', 'Before the rollout begins run the smoke tests.')],
      [[0], [1], [2]],
    ],
    [
      'that moves a rule to another skill in its own words',
      [remove('deploy'), update('refund'), add('ship', 'Run the smoke tests before the rollout begins.')],
      [[0, 2], [1]],
    ],
  ])('%s keeps together what needs each other', (_, ops, parts) => {
    expect(places(ops)).toEqual(parts);
  });

  it('loses nothing by being split', () => {
    const ops = [add('ship'), create('print-label'), update('deploy', 'As print-label'), update('refund')];
    expect(splitOps(ops, SKILLS).flat()).toHaveLength(ops.length);
    expect(new Set(splitOps(ops, SKILLS).flat())).toEqual(new Set(ops));
  });
});
