import { describe, expect, it } from 'vitest';
import { isAgentSkillName } from './skill-name.ts';

describe('a name of the Agent Skills specification', () => {
  it.each(['a', 'refund-orders', 'x-1-y', 'a'.repeat(64)])('is %s', (name) => {
    expect(isAgentSkillName(name)).toBe(true);
  });

  it.each(['', '-a', 'a-', 'a--b', 'A', 'ä', 'a_b', 'a'.repeat(65)])('is not %j', (name) => {
    expect(isAgentSkillName(name)).toBe(false);
  });
});
