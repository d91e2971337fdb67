import { describe, expect, it } from 'vitest';
import { findingText, riskReason } from './finding-text.ts';

describe('a finding', () => {
  it('is said in words, advice with its limit', () => {
    expect(findingText('secret:aws_access_key', null)).toBe('Looks like a secret: aws access key');
    expect(findingText('lint:too-long:96w', 80)).toBe('Too long: 96 words, limit 80');
    expect(findingText('size:20000', null)).toBe('Too large to review: 20,000 characters');
  });

  it('say where learned text comes from', () => {
    expect(findingText('injection:copied_from_run', null)).toMatch(
      /^No user, verification or successful call .* a document/,
    );
    expect(findingText('injection:unvouched_rule', null)).toMatch(
      /^No user, verification or successful call .* supports it/,
    );
    expect(findingText('injection:unconfirmed_claim', null)).toMatch(/^Only users say it/);
    expect(findingText('injection:untrusted_target', null)).toContain('only tool output');
    expect(findingText('injection:override', null)).toBe('Reads like a planted instruction: override');
  });
});

describe('the reason of a risk', () => {
  it('is the riskiest thing that the change does', () => {
    const merge = { op: 'remove', skill: 's', bullet: 'b', merged_into: 'c' } as const;
    const update = { op: 'update', skill: 's', bullet: 'd', content: 'x' } as const;
    expect(riskReason([merge])).toBe('merges rules');
    expect(riskReason([merge, update])).toBe('changes an existing rule');
    expect(riskReason([update, { op: 'remove', skill: 's', bullet: 'e' }])).toBe('removes a rule');
  });
});
