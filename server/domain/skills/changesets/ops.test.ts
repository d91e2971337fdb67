import { describe, expect, it } from 'vitest';
import { operationSchema, skillsNamedBy } from './ops.ts';

describe('an operation', () => {
  it.each([
    ['an unknown type', { op: 'rename', skill: 'deploy' }],
    ['a name that is no skill name', { op: 'create_skill', name: 'Deploy It', description: '' }],
    ['a rule that is too short', { op: 'add', skill: 'deploy', content: 'ab' }],
    ['a rule that is too long', { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'x'.repeat(2001) }],
  ])('is refused with %s', (_, op) => {
    expect(operationSchema.safeParse(op).success).toBe(false);
  });

  it('names the skills that it touches, each once', () => {
    const ops = [
      { op: 'add', skill: 'deploy', content: 'Check the disk' },
      { op: 'remove', skill: 'deploy', bullet: 'bl_1' },
      { op: 'create_skill', name: 'review', description: '' },
    ].map((op) => operationSchema.parse(op));
    expect(skillsNamedBy(ops)).toEqual(['deploy', 'review']);
  });
});
