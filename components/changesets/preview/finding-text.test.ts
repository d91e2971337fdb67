import { describe, expect, it } from 'vitest';
import { findingText, firstVerdictText, riskReason } from './finding-text.ts';

describe('a finding', () => {
  it('is said in words, advice with its limit', () => {
    expect(findingText('secret:aws_access_key', null)).toBe('Looks like a secret: aws access key');
    expect(findingText('lint:too-long:96w', 80)).toBe('Too long: 96 words, limit 80');
    expect(findingText('size:20000', null)).toBe('Too large to be read over: 20,000 characters');
  });

  it('say where learned text comes from', () => {
    expect(findingText('injection:copied_from_run', null)).toBe(
      'Repeats a passage that the run read or was told',
    );
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
    expect(riskReason([update, { op: 'remove', skill: 's', bullet: 'e' }])).toBe('forgets a rule');
  });
});

const RULES = { floor: 0.1, minSamples: 20, maxDays: 14 };

describe('how soon a canary may say something', () => {
  it('is a range from even shares to the floor, from the traffic of the skill itself', () => {
    expect(firstVerdictText({ ...RULES, runsPerDay: 34 })).toBe(
      'This skill gets about 34 runs a day, so a first verdict is possible in 1 day to 6 days.',
    );
  });

  it('is no number where there is too little traffic', () => {
    expect(firstVerdictText({ ...RULES, runsPerDay: null })).toContain('too little traffic');
    expect(firstVerdictText({ ...RULES, runsPerDay: 1.5 })).toContain('too little traffic');
  });
});
