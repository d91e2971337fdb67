import { describe, expect, it } from 'vitest';
import { firstVerdictText } from './first-verdict.ts';

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
