import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArmEvidence } from './arm.ts';
import {
  boundaryAt,
  calibratedVerdict,
  canaryStatistic,
  lookDue,
  looksPlanned,
  looksReached,
  nextLook,
} from './calibrated.ts';
import type { UnitOutcome } from './effect.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };

const of = (incumbent: [number, number], candidate: [number, number]): ArmEvidence => ({
  incumbent: { weight: incumbent[0], reward: incumbent[1] },
  candidate: { weight: candidate[0], reward: candidate[1] },
});
const BETTER = of([20, 4], [20, 18]);

/** Units of single runs, the arms in turn: as many successes of each as said, the rest failures. */
const units = (
  count: number,
  { incumbent, candidate }: { incumbent: number; candidate: number },
): UnitOutcome[] =>
  Array.from({ length: count }, (_, i) => [
    { arm: 'incumbent' as const, propensity: 0.5, outcome: i < incumbent ? 1 : 0 },
    { arm: 'candidate' as const, propensity: 0.5, outcome: i < candidate ? 1 : 0 },
  ]).flat();

const CLEAR = units(20, { incumbent: 4, candidate: 18 });
const NONE = units(20, { incumbent: 10, candidate: 10 });
const state = { units: CLEAR, evidence: BETTER, bounds: BOUNDS, boundary: 1.5, looksDone: 0 };

const unit: fc.Arbitrary<UnitOutcome> = fc.record({
  arm: fc.constantFrom('incumbent' as const, 'candidate' as const),
  propensity: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  outcome: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('the statistic of the calibrated rule', () => {
  it('is what its formula says', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 30 }), (all) => {
        const terms = all.map(({ arm, propensity, outcome }, i) => {
          const before = all.slice(0, i).reduce((sum, one) => sum + one.outcome, 0.5) / (i + 1);
          const pi = arm === 'candidate' ? propensity : 1 - propensity;
          return ((arm === 'candidate' ? 1 : 0) - pi) * (outcome - before);
        });
        const squares = terms.reduce((sum, term) => sum + term * term, 0);
        fc.pre(squares > 1e-9);
        const expected = terms.reduce((sum, term) => sum + term, 0) / Math.sqrt(squares);
        expect(canaryStatistic(all)).toBeCloseTo(expected, 9);
      }),
    );
  });

  it('cannot be decisive from two sessions, however many episodes they hold', () => {
    const two: UnitOutcome[] = [
      { arm: 'incumbent', propensity: 0.5, outcome: 0 },
      { arm: 'candidate', propensity: 0.5, outcome: 1 },
    ];
    expect(canaryStatistic(two)).toBeLessThan(2);
    const evidence = of([20, 0], [20, 20]);
    expect(calibratedVerdict({ ...state, units: two, evidence }).verdict.decision).toBe('continue');
  });
});

describe('the calibrated rule', () => {
  it('promotes at a planned look, when the statistic and the posterior both allow it', () => {
    const { verdict, look } = calibratedVerdict(state);
    expect(verdict.decision).toBe('promote');
    // A fifteenth of the evidence of the last look: 1.5 · 15^¼.
    expect(look).toMatchObject({ number: 1, boundary: expect.closeTo(2.952, 3) });
    expect(look?.statistic).toBeGreaterThan(2.952);
  });

  it('does not promote between looks', () => {
    const between = { ...state, looksDone: 1 };
    expect(lookDue(between)).toBe(false);
    expect(calibratedVerdict(between)).toEqual({ verdict: { decision: 'continue' }, look: null });
    const later = of([30, 6], [30, 27]);
    expect(calibratedVerdict({ ...between, evidence: later }).verdict.decision).toBe('promote');
  });

  it('does not promote without the statistic, nor without the posterior', () => {
    expect(calibratedVerdict({ ...state, units: NONE })).toMatchObject({ verdict: { decision: 'continue' } });
    expect(calibratedVerdict({ ...state, better: 0.94 })).toMatchObject({
      verdict: { decision: 'continue' },
      look: { number: 1 },
    });
  });

  it('promotes nothing before its boundary is there, and then takes the look that waited', () => {
    const early = { ...state, boundary: null };
    expect(lookDue(early)).toBe(false);
    expect(calibratedVerdict(early)).toEqual({ verdict: { decision: 'continue' }, look: null });
    const full = { ...early, evidence: of([100, 50], [300, 240]) };
    expect(calibratedVerdict(full).verdict.decision).toBe('continue');
    expect(calibratedVerdict({ ...full, boundary: 1.5 }).verdict.decision).toBe('promote');
  });

  it('rejects a worse candidate at any credit, with or without a boundary', () => {
    const worse = { ...state, evidence: of([25, 22], [21, 4]), looksDone: 1 };
    expect(calibratedVerdict(worse).verdict.decision).toBe('reject');
    expect(calibratedVerdict({ ...worse, boundary: null }).verdict.decision).toBe('reject');
  });

  it('rejects a candidate that its last look does not convince of', () => {
    const full = { ...state, units: NONE, evidence: of([100, 50], [300, 160]), looksDone: 7 };
    expect(calibratedVerdict(full)).toMatchObject({ verdict: { decision: 'reject' }, look: { number: 8 } });
    const starved = { ...full, evidence: of([10, 5], [300, 160]) };
    expect(calibratedVerdict(starved)).toMatchObject({ verdict: { decision: 'reject' }, look: null });
  });
});

const at = (incumbent: number, candidate: number) => ({
  incumbent: { weight: incumbent, reward: 0 },
  candidate: { weight: candidate, reward: 0 },
});

describe('the boundary of a look', () => {
  it('falls to c at the last look, as the fourth root of the evidence grows', () => {
    const boundaries = Array.from({ length: looksPlanned(BOUNDS) }, (_, look) =>
      boundaryAt(look + 1, BOUNDS, 2),
    );
    expect(boundaries[0]).toBeCloseTo(2 * 15 ** 0.25, 9);
    expect(boundaries).toEqual(boundaries.toSorted((a, b) => b - a));
    expect(boundaries.at(-1)).toBe(2);
    expect(boundaryAt(1, { ...BOUNDS, maxSamples: 20 }, 2)).toBe(2);
  });
});

describe('planned looks', () => {
  it('start at the minimum of the smaller arm, grow by half, and end at the maximum', () => {
    const looks = Array.from({ length: looksPlanned(BOUNDS) }, (_, done) => nextLook(BOUNDS, done));
    expect(looks).toEqual([20, 30, 45, 68, 102, 152, 228, 300]);
    expect(nextLook(BOUNDS, 8)).toBeNull();
  });

  it('are reached by the smaller arm, and the last one by the candidate', () => {
    expect(looksReached(at(19.5, 250), BOUNDS)).toBe(0);
    expect(looksReached(at(20, 250), BOUNDS)).toBe(1);
    expect(looksReached(at(250, 44.9), BOUNDS)).toBe(2);
    expect(looksReached(at(900, 299), BOUNDS)).toBe(7);
    expect(looksReached(at(25, 300), BOUNDS)).toBe(8);
    expect(looksReached(at(19, 300), BOUNDS)).toBe(0);
  });

  it('come one after the other as evidence grows, at exactly the evidence that was announced', () => {
    const bounds = fc
      .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 5000 }))
      .map(([minSamples, more]) => ({ threshold: 0.95, minSamples, maxSamples: minSamples + more }));
    fc.assert(
      fc.property(bounds, (own) => {
        for (let done = 0; done < looksPlanned(own); done++) {
          const next = nextLook(own, done) ?? 0;
          expect(looksReached(at(next, next), own)).toBe(done + 1);
          expect(looksReached(at(next - 0.5, next - 0.5), own)).toBe(done);
        }
      }),
    );
  });
});
