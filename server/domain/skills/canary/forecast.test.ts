import { describe, expect, it } from 'vitest';
import type { ArmEvidence } from './arm.ts';
import { expectedEvidence } from './forecast.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };

const of = (incumbent: [number, number], candidate: [number, number]): ArmEvidence => ({
  incumbent: { weight: incumbent[0], reward: incumbent[1] },
  candidate: { weight: candidate[0], reward: candidate[1] },
});
const START = of([0, 0], [0, 0]);
const BETTER = of([15, 8], [15, 12]);
const state = { evidence: START, bounds: BOUNDS, rule: 'calibrated' as const, looksDone: 0 };
const pace = { ...state, floor: 0.1, boundary: 2.2 };

describe('the expected evidence until a verdict', () => {
  const needed = (more: Partial<typeof pace>) => expectedEvidence({ ...pace, ...more }) ?? 0;

  it('is less for a clear effect, in either direction, than for a small one', () => {
    const small = needed({ evidence: of([15, 9], [15, 10]) });
    expect(needed({ evidence: BETTER })).toBeLessThan(small);
    expect(needed({ evidence: of([15, 12], [15, 6]) })).toBeLessThan(small);
  });

  it('is nothing when the evidence decides already', () => {
    expect(expectedEvidence({ ...pace, evidence: of([30, 25], [30, 5]) })).toBe(0);
  });
});
