import { describe, expect, it } from 'vitest';
import { operationSchema } from '../ops.ts';
import { describeOps } from './headline.ts';

const rule = { content: 'Check the disk' };
const create = { op: 'create_skill', name: 'deploy', description: 'Deploys', bullets: [rule, rule] };
const add = { op: 'add', skill: 'deploy', ...rule };
const update = { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Check the disk first' };
const move = { op: 'update', skill: 'deploy', bullet: 'bl_1', position: 0 };
const merge = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_2' };
const remove = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: null };
const heading = { op: 'set_description', skill: 'deploy', description: 'Deploys safely' };

describe('the sentence of a changeset', () => {
  it.each([
    ['2 rules added, 1 changed, 1 merged', [add, update, merge, add]],
    ['1 rule removed, description changed', [heading, remove]],
    ['1 rule moved', [move]],
    ['New skill with 2 rules', [create]],
    ['New skill with no rules', [{ ...create, bullets: [] }]],
    ['2 new skills with 4 rules, 1 rule added', [create, create, add]],
    ['Description and tags replaced', [{ ...heading, tags: [] }]],
    ['Nothing changed', []],
  ])('says "%s"', (sentence, ops) => {
    expect(describeOps(ops.map((op) => operationSchema.parse(op)))).toBe(sentence);
  });
});
