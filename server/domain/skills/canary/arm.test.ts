import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArmEvidence, candidateBetter, candidatePropensity, chooseArm, RunningArms } from './arm.ts';

const evidence = fc
  .tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));
const arms: fc.Arbitrary<ArmEvidence> = fc.record({ incumbent: evidence, candidate: evidence });
const floors = fc.double({ min: 0, max: 0.5, noNaN: true });
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the choice of an arm', () => {
  it('leaves every arm its floor, regardless of the evidence', () => {
    fc.assert(
      fc.property(arms, floors, (state, floor) => {
        const probability = candidatePropensity(state, { floor, rule: 'posterior' });
        expect(probability).toBeCloseTo(floor + (1 - 2 * floor) * candidateBetter(state), 12);
        expect(probability).toBeGreaterThanOrEqual(floor - 1e-12);
        expect(probability).toBeLessThanOrEqual(1 - floor + 1e-12);
      }),
    );
  });

  it('gives the same arm for the same draw, with the propensity of that arm', () => {
    fc.assert(
      fc.property(arms, floors, draws, (state, floor, draw) => {
        const chosen = chooseArm(state, { floor, rule: 'posterior' }, draw);
        expect(chooseArm(state, { floor, rule: 'posterior' }, draw, candidateBetter(state))).toEqual(chosen);
        const share = candidatePropensity(state, { floor, rule: 'posterior' });
        expect(chosen.arm).toBe(draw < share ? 'candidate' : 'incumbent');
        expect(chosen.propensity).toBe(draw < share ? share : 1 - share);
        expect(chosen.propensity).toBeGreaterThan(0);
      }),
    );
  });

  it('serves a candidate to at most half under the calibrated rule, and as the other does below that', () => {
    fc.assert(
      fc.property(arms, floors, (state, floor) => {
        const share = candidatePropensity(state, { floor, rule: 'calibrated' });
        expect(share).toBe(Math.min(0.5, candidatePropensity(state, { floor, rule: 'posterior' })));
      }),
    );
  });
});

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
});
