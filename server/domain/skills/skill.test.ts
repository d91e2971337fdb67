import { describe, expect, it } from 'vitest';
import { SKILL_STATUSES, statusAfterChange } from './skill.ts';

describe('the status of a skill', () => {
  it('is active after any applied change, unless a reviewer deprecated it', () => {
    expect(SKILL_STATUSES.map((status) => [status, statusAfterChange(status)])).toEqual([
      ['active', 'active'],
      ['stale', 'active'],
      ['archived', 'active'],
      ['deprecated', 'deprecated'],
    ]);
  });
});
