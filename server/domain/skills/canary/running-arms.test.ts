import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateBetter } from './arm.ts';
import { RunningArms } from './running-arms.ts';
import { seededRandom } from './seeded-random.ts';

describe('the running evidence of two arms', () => {
  it('always knows the same probability as the exact one that the service computes', () => {
    const credit = fc.tuple(fc.constantFrom('incumbent' as const, 'candidate' as const), fc.boolean());
    fc.assert(
      fc.property(fc.array(credit, { maxLength: 60 }), (credits) => {
        const arms = new RunningArms();
        for (const [arm, success] of credits) arms.credit(arm, success);
        expect(Math.abs(arms.better - candidateBetter(arms.evidence))).toBeLessThan(1e-10);
        expect(arms.evidence.incumbent.weight + arms.evidence.candidate.weight).toBe(credits.length);
      }),
    );
  });

  it('has not drifted from it after thousands of credits', () => {
    const random = seededRandom(3);
    const arms = new RunningArms();
    for (let i = 0; i < 5000; i++) arms.credit(random() < 0.3 ? 'candidate' : 'incumbent', random() < 0.7);
    expect(Math.abs(arms.better - candidateBetter(arms.evidence))).toBeLessThan(1e-9);
  });
});
