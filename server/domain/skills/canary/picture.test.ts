import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateBetter } from './arm.ts';
import { confidenceLevel, toPicture } from './picture.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const evidence = fc
  .tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));

describe('the picture of a canary', () => {
  it('is drawn at 2·threshold − 1, and at 90 % where that is no level', () => {
    expect(confidenceLevel({ threshold: 0.95 })).toBe(0.9);
    expect(confidenceLevel({ threshold: 0.9 })).toBe(0.8);
    expect(confidenceLevel({ threshold: 0.5 })).toBe(0.9);
    expect(confidenceLevel({ threshold: 1 })).toBe(0.9);
  });

  it('never disagrees with the verdict: the interval lies above zero exactly when P passes the threshold', () => {
    const threshold = fc.constantFrom(0.8, 0.9, 0.95, 0.99);
    fc.assert(
      fc.property(evidence, evidence, threshold, (incumbent, candidate, at) => {
        const better = candidateBetter({ incumbent, candidate });
        fc.pre(Math.abs(better - at) > 1e-9 && Math.abs(1 - better - at) > 1e-9);
        const { difference } = toPicture({ incumbent, candidate }, { ...BOUNDS, threshold: at });
        expect(difference.interval[0] > 0).toBe(better > at);
        expect(difference.interval[1] < 0).toBe(better < 1 - at);
      }),
    );
  });

  it('holds means within intervals and densities that sum to one', () => {
    const { rates, difference, level } = toPicture(
      { incumbent: { weight: 98, reward: 59 }, candidate: { weight: 103, reward: 74 } },
      BOUNDS,
    );
    expect(level).toBe(0.9);
    expect(difference.interval[0]).toBeCloseTo(0.006, 3);
    for (const { mean, interval, density } of Object.values(rates)) {
      expect(interval[0]).toBeLessThan(mean);
      expect(interval[1]).toBeGreaterThan(mean);
      expect(density.reduce((sum, [, height]) => sum + height / density.length, 0)).toBeCloseTo(1, 3);
    }
  });
});
