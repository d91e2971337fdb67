import { describe, expect, it } from 'vitest';
import { riskReason } from './risk-reason.ts';

describe('the reason of a risk', () => {
  it('is the riskiest thing that the change does', () => {
    const merge = { op: 'remove', skill: 's', bullet: 'b', merged_into: 'c' } as const;
    const update = { op: 'update', skill: 's', bullet: 'd', content: 'x' } as const;
    expect(riskReason([merge])).toBe('merges rules');
    expect(riskReason([merge, update])).toBe('changes an existing rule');
    expect(riskReason([update, { op: 'remove', skill: 's', bullet: 'e' }])).toBe('forgets a rule');
  });
});
