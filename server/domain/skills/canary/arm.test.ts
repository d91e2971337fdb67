import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaPosterior } from '../../measurement/beta.ts';
import { seededRandom } from '../../seeded-random.ts';
import {
  type ArmEvidence,
  candidateBetter,
  candidatePropensity,
  chooseArm,
  NO_ARM_EVIDENCE,
  RunningArms,
} from './arm.ts';

const evidence = fc
  .tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));
const arms: fc.Arbitrary<ArmEvidence> = fc.record({ incumbent: evidence, candidate: evidence });
const floors = fc.double({ min: 0, max: 0.5, noNaN: true });
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/**
 * Gamma(shape ≥ 1, 1) by Marsaglia and Tsang's rejection (ACM TOMS 26, 2000): no part of the code under test.
 */
function sampleGamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** The specification to the letter: floor, floor, otherwise the arm whose sampled success rate is higher. */
function sampledArm(state: ArmEvidence, floor: number, random: () => number): 'candidate' | 'incumbent' {
  const first = random();
  if (first < floor) return 'candidate';
  if (first < 2 * floor) return 'incumbent';
  const rates = [state.candidate, state.incumbent].map((one) => {
    const { a, b } = betaPosterior(one);
    const x = sampleGamma(a, random);
    return x / (x + sampleGamma(b, random));
  });
  return (rates[0] ?? 0) > (rates[1] ?? 0) ? 'candidate' : 'incumbent';
}

describe('the choice of an arm', () => {
  it('leaves every arm its floor, regardless of the evidence', () => {
    fc.assert(
      fc.property(arms, floors, (state, floor) => {
        const probability = candidatePropensity(state, { floor, rule: 'posterior' });
        expect(probability).toBeGreaterThanOrEqual(floor - 1e-12);
        expect(probability).toBeLessThanOrEqual(1 - floor + 1e-12);
      }),
    );
  });

  it('starts even and is symmetric between the arms', () => {
    expect(candidatePropensity(NO_ARM_EVIDENCE, { floor: 0.1, rule: 'posterior' })).toBeCloseTo(0.5, 12);
    fc.assert(
      fc.property(arms, floors, ({ incumbent, candidate }, floor) => {
        const there = candidatePropensity({ incumbent, candidate }, { floor, rule: 'posterior' });
        const back = candidatePropensity(
          { incumbent: candidate, candidate: incumbent },
          { floor, rule: 'posterior' },
        );
        expect(there + back).toBeCloseTo(1, 9);
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

  it('follows in law the floor each way and otherwise Thompson sampling', () => {
    const states: ArmEvidence[] = [
      { incumbent: { weight: 3, reward: 2 }, candidate: { weight: 4, reward: 1.5 } },
      { incumbent: { weight: 40, reward: 28 }, candidate: { weight: 25, reward: 19.5 } },
      { incumbent: { weight: 200, reward: 130 }, candidate: { weight: 90, reward: 55 } },
      { incumbent: { weight: 12, reward: 12 }, candidate: { weight: 60, reward: 50 } },
      { incumbent: { weight: 0, reward: 0 }, candidate: { weight: 5, reward: 5 } },
    ];
    const runs = 20_000;
    const random = seededRandom(11);
    let chiSquare = 0;
    for (const state of states) {
      const expected = candidatePropensity(state, { floor: 0.1, rule: 'posterior' });
      let candidates = 0;
      for (let i = 0; i < runs; i++) if (sampledArm(state, 0.1, random) === 'candidate') candidates += 1;
      chiSquare += (candidates - runs * expected) ** 2 / (runs * expected * (1 - expected));
    }
    // The 99.9 % quantile of chi-square with five degrees of freedom.
    expect(chiSquare).toBeLessThan(20.52);
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

  it('has not drifted from it after thousands of credits', () => {
    const random = seededRandom(3);
    const arms = new RunningArms();
    for (let i = 0; i < 5000; i++) arms.credit(random() < 0.3 ? 'candidate' : 'incumbent', random() < 0.7);
    expect(Math.abs(arms.better - candidateBetter(arms.evidence))).toBeLessThan(1e-9);
  });
});
