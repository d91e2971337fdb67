import { describe, expect, it } from 'vitest';
import type { ArmEvidence } from './arm.ts';
import {
  confidenceLevel,
  effectInterval,
  expectedDays,
  guaranteeFor,
  nextDecision,
  toPicture,
} from './forecast.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };

const of = (incumbent: [number, number], candidate: [number, number]): ArmEvidence => ({
  incumbent: { weight: incumbent[0], reward: incumbent[1] },
  candidate: { weight: candidate[0], reward: candidate[1] },
});
const START = of([0, 0], [0, 0]);
const BETTER = of([15, 8], [15, 12]);
const state = { evidence: START, bounds: BOUNDS, rule: 'calibrated' as const, looksDone: 0 };
const pace = { ...state, floor: 0.1, evidencePerDay: 10, boundary: 2.2, guarded: null };

describe('what is told of a running canary', () => {
  it('gives the effect as candidate minus incumbent', () => {
    const [low, high] = effectInterval(of([100, 50], [100, 80]));
    expect(low).toBeGreaterThan(0.15);
    expect(high).toBeLessThan(0.42);
    expect((low + high) / 2).toBeCloseTo(30 / 102, 2);
  });

  it('names the next planned look, and for the posterior rule only the first', () => {
    expect(nextDecision(state)).toBe(20);
    expect(nextDecision({ ...state, looksDone: 3 })).toBe(68);
    expect(nextDecision({ ...state, looksDone: 8 })).toBeNull();
    expect(nextDecision({ ...state, rule: 'posterior' })).toBe(20);
    expect(nextDecision({ ...state, rule: 'posterior', evidence: of([20, 9], [20, 9]) })).toBeNull();
  });

  it('guarantees a bound for the calibrated rule only', () => {
    expect(guaranteeFor('calibrated', BOUNDS, [0.35, 0.8])).toContain('5 %');
    expect(guaranteeFor('calibrated', BOUNDS, [0.35, 0.8])).toContain('in 35 to 80 % of its runs');
    expect(guaranteeFor('posterior', BOUNDS, [0.35, 0.8])).toContain('not an error rate');
  });
});

describe('the expected time to a verdict', () => {
  it('halves when traffic doubles, and is unknown without any', () => {
    const days = expectedDays(pace) ?? 0;
    expect(expectedDays({ ...pace, evidencePerDay: 20 })).toBeCloseTo(days / 2, 9);
    expect(expectedDays({ ...pace, evidencePerDay: 0 })).toBeNull();
  });

  it('of arms that stay equal is when the candidate has its maximum', () => {
    expect((expectedDays(pace) ?? 0) * 10).toBeGreaterThan(590);
    expect((expectedDays(pace) ?? 0) * 10).toBeLessThan(620);
  });

  it('is shorter for a clear effect, in either direction, than for a small one', () => {
    const small = expectedDays({ ...pace, evidence: of([15, 9], [15, 10]) }) ?? 0;
    expect(expectedDays({ ...pace, evidence: BETTER })).toBeLessThan(small);
    expect(expectedDays({ ...pace, evidence: of([15, 12], [15, 6]) })).toBeLessThan(small);
  });

  it('is longer under the calibrated rule, and at least up to its next look', () => {
    const posterior = expectedDays({ ...pace, evidence: BETTER, rule: 'posterior' }) ?? 0;
    const calibrated = expectedDays({ ...pace, evidence: BETTER }) ?? 0;
    expect(calibrated).toBeGreaterThan(posterior);
    const later = expectedDays({ ...pace, evidence: of([21, 8], [21, 18]), looksDone: 1 }) ?? 0;
    expect(later * 10).toBeGreaterThan(9);
  });

  it('is nothing when the evidence decides already', () => {
    expect(expectedDays({ ...pace, evidence: of([30, 25], [30, 5]) })).toBe(0);
  });
});

describe('the picture of a canary', () => {
  it('is drawn at 2·threshold − 1, and at 90 % where that is no level', () => {
    expect(confidenceLevel({ threshold: 0.95 })).toBe(0.9);
    expect(confidenceLevel({ threshold: 0.9 })).toBe(0.8);
    expect(confidenceLevel({ threshold: 0.5 })).toBe(0.9);
    expect(confidenceLevel({ threshold: 1 })).toBe(0.9);
  });

  it('holds means within intervals and densities that sum to one', () => {
    const { rates, level } = toPicture(
      { incumbent: { weight: 98, reward: 59 }, candidate: { weight: 103, reward: 74 } },
      BOUNDS,
    );
    expect(level).toBe(0.9);
    for (const { mean, interval, density } of Object.values(rates)) {
      expect(interval[0]).toBeLessThan(mean);
      expect(interval[1]).toBeGreaterThan(mean);
      expect(density.reduce((sum, [, height]) => sum + height / density.length, 0)).toBeCloseTo(1, 3);
    }
  });
});
