import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { ruleState } from '../../../testing/samples/rule-states.ts';
import { applyOps } from './apply-ops.ts';
import type { SkillState } from './changeset.ts';
import { checkOps } from './check-ops.ts';
import { type Operation, operationSchema } from './ops.ts';

const deploy: SkillState = {
  id: 'sk_1',
  name: 'deploy',
  description: 'Deploys',
  tags: ['ops'],
  frontMatter: {},
  bullets: [
    ruleState('bl_1', 'Check the disk'),
    ruleState('bl_2', 'Announce it'),
    ruleState('bl_3', 'Old way', { status: 'removed' }),
  ],
};

const parse = (ops: object[]): Operation[] => ops.map((op) => operationSchema.parse(op));
const check = (ops: object[], limit = 6) => checkOps(parse(ops), { skills: [deploy], limit });
const reasons = (ops: object[], limit = 6) => check(ops, limit).dropped.map(({ why }) => why);

const add = (content: string) => ({ op: 'add', skill: 'deploy', content });
const update = (bullet: string, content: string) => ({ op: 'update', skill: 'deploy', bullet, content });
const remove = (bullet: string, merged_into: string | null = null) => ({
  op: 'remove',
  skill: 'deploy',
  bullet,
  merged_into,
});
const heading = (description: string) => ({ op: 'set_description', skill: 'deploy', description });
const create = (name: string) => ({
  op: 'create_skill',
  name,
  description: 'New',
  bullets: [{ content: 'First rule' }],
});

describe('operations of a proposal', () => {
  it('are kept in their order where they apply together', () => {
    const ops = parse([
      add('Wait a minute'),
      update('bl_1', 'Check the disk first'),
      heading('Deploys safely'),
      create('other'),
    ]);
    expect(checkOps(ops, { skills: [deploy], limit: 6 })).toEqual({ kept: ops, dropped: [] });
  });

  it('are dropped when they name an unknown skill or bullet', () => {
    expect(reasons([{ ...add('Wait a minute'), skill: 'nope' }])).toEqual(['unknown_skill']);
    expect(reasons([update('bl_9', 'Anything'), remove('bl_9')])).toEqual([
      'unknown_bullet',
      'unknown_bullet',
    ]);
    expect(reasons([remove('bl_1', 'bl_9')])).toEqual(['unknown_bullet']);
  });

  it('are dropped when they repeat one another', () => {
    expect(reasons([update('bl_1', 'Other text'), update('bl_1', 'Other text')])).toEqual(['repeated']);
    expect(reasons([remove('bl_1'), remove('bl_1', 'bl_2')])).toEqual(['repeated']);
    expect(reasons([heading('One'), heading('One')])).toEqual(['repeated']);
    expect(reasons([create('other'), create('other')])).toEqual(['repeated']);
    expect(reasons([create('other'), { ...add('First rule'), skill: 'other' }])).toEqual(['repeated']);
  });

  it('are dropped when they contradict an earlier one, which is kept', () => {
    expect(reasons([update('bl_1', 'Other text'), remove('bl_1')])).toEqual(['contradicts']);
    expect(reasons([remove('bl_1'), update('bl_1', 'Other text')])).toEqual(['contradicts']);
    expect(reasons([update('bl_1', 'Other text'), update('bl_1', 'Another text')])).toEqual(['contradicts']);
    expect(reasons([remove('bl_1', 'bl_2'), remove('bl_2')])).toEqual(['contradicts']);
    expect(reasons([remove('bl_2'), remove('bl_1', 'bl_2')])).toEqual(['contradicts']);
    expect(reasons([remove('bl_1', 'bl_2'), remove('bl_2', 'bl_1')])).toEqual(['contradicts']);
    expect(reasons([remove('bl_1', 'bl_1')])).toEqual(['contradicts']);
    expect(reasons([heading('One'), heading('Two')])).toEqual(['contradicts']);
  });

  it('are dropped when they change nothing', () => {
    expect(reasons([add('check  the DISK')])).toEqual(['changes_nothing']);
    expect(reasons([update('bl_1', 'Check the disk')])).toEqual(['changes_nothing']);
    expect(reasons([{ op: 'update', skill: 'deploy', bullet: 'bl_1', section: null }])).toEqual([
      'changes_nothing',
    ]);
    expect(reasons([heading('Deploys')])).toEqual(['changes_nothing']);
    expect(reasons([{ ...heading('Deploys'), tags: ['ops', 'release'] }])).toEqual([]);
  });

  it('are dropped when they create a skill that exists, and may go on with one that they create', () => {
    expect(reasons([create('deploy')])).toEqual(['skill_exists']);
    expect(reasons([create('other'), { ...add('Second rule'), skill: 'other' }])).toEqual([]);
    expect(reasons([{ ...add('Second rule'), skill: 'other' }, create('other')])).toEqual(['unknown_skill']);
  });

  it('are dropped when they create a skill that would hide another one, with what goes on with it', () => {
    const ops = parse([create('other'), { ...add('Second rule'), skill: 'other' }, add('One more')]);
    const { kept, dropped } = checkOps(ops, { skills: [deploy], reserved: ['other'], limit: 6 });
    expect(kept).toEqual(ops.slice(2));
    expect(dropped.map(({ why }) => why)).toEqual(['skill_exists', 'unknown_skill']);
  });

  it('are dropped beyond the limit, which dropped ones do not count towards', () => {
    const { kept, dropped } = check([remove('bl_9'), add('One more'), add('Two more'), add('Three more')], 2);
    expect(kept).toEqual(parse([add('One more'), add('Two more')]));
    expect(dropped.map(({ why }) => why)).toEqual(['unknown_bullet', 'over_limit']);
  });

  it('that are kept can always be applied, and with the dropped ones are all that were sent', () => {
    const id = fc.constantFrom('bl_1', 'bl_2', 'bl_3', 'bl_9');
    const skill = fc.constantFrom('deploy', 'sk_1', 'other', 'nope');
    const content = fc.constantFrom('Check the disk', 'Announce it', 'Wait a minute', 'First rule');
    const op = fc.oneof(
      fc.record({ op: fc.constant('add'), skill, content }),
      fc.record({ op: fc.constant('update'), skill, bullet: id, content }),
      fc.record({ op: fc.constant('remove'), skill, bullet: id, merged_into: fc.option(id) }),
      fc.record({ op: fc.constant('set_description'), skill, description: content }),
      fc.constantFrom('deploy', 'other').map(create),
    );
    fc.assert(
      fc.property(fc.array(op, { maxLength: 12 }), fc.integer({ min: 0, max: 8 }), (ops, limit) => {
        const { kept, dropped } = check(ops, limit);
        let next = 0;
        const newId = () => `new_${next++}`;
        expect(() => applyOps([deploy], kept, { newSkillId: newId, newBulletId: newId })).not.toThrow();
        expect(kept.length).toBeLessThanOrEqual(limit);
        expect(kept.length + dropped.length).toBe(ops.length);
        expect(checkOps(kept, { skills: [deploy], limit }).kept).toEqual(kept);
      }),
      { numRuns: cases(500) },
    );
  });
});
