import { describe, expect, it } from 'vitest';
import { type Operation, operationSchema } from './ops.ts';
import { riskOf } from './risk.ts';

const create = { op: 'create_skill', name: 'deploy', description: 'Deploys' };
const add = { op: 'add', skill: 'deploy', content: 'Check the disk' };
const update = { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Check the disk first' };
const merge = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_2' };
const remove = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: null };
const heading = { op: 'set_description', skill: 'deploy', description: 'Deploys safely' };
const parsed = (ops: unknown[]): Operation[] => ops.map((op) => operationSchema.parse(op));

describe('the risk of a changeset', () => {
  it('is low with only create_skill and add', () => {
    expect(riskOf(parsed([create, add]))).toBe('low');
    expect(riskOf([])).toBe('low');
  });

  it('is medium with an update or a remove with merged_into', () => {
    expect(riskOf(parsed([add, update]))).toBe('medium');
    expect(riskOf(parsed([merge, add]))).toBe('medium');
  });

  it('is high with set_description or a remove without merged_into, whatever else there is', () => {
    expect(riskOf(parsed([add, update, heading]))).toBe('high');
    expect(riskOf(parsed([remove, merge, update]))).toBe('high');
    expect(riskOf(parsed([{ ...remove, merged_into: undefined }]))).toBe('high');
  });
});
