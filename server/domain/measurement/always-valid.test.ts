import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysValidDifference, alwaysValidMean } from './always-valid.ts';
import { betaPosterior, interval } from './beta.ts';

const evidence = fc
  .tuple(fc.double({ min: 0, max: 5000, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));

/** A small generator with a fixed start, so that the simulation is the same on every machine (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('an interval that may be read at any time', () => {
  it('says nothing without evidence', () => {
    expect(alwaysValidMean({ weight: 0, reward: 0 }, 0.9)).toEqual([0, 1]);
    expect(alwaysValidDifference({ weight: 0, reward: 0 }, { weight: 0, reward: 0 }, 0.9)).toEqual([-1, 1]);
  });

  it('meets its closed form where every run succeeded: (n + 1)·rate^n falls to the error allowed', () => {
    const [low, high] = alwaysValidMean({ weight: 99, reward: 99 }, 0.95);
    expect(low).toBeCloseTo((0.05 / 100) ** (1 / 99), 12);
    expect(high).toBe(1);
  });

  it('holds the observed rate, stays in range and is mirrored by swapping successes and failures', () => {
    fc.assert(
      fc.property(evidence, ({ weight, reward }) => {
        const [low, high] = alwaysValidMean({ weight, reward }, 0.9);
        const [mirrorLow, mirrorHigh] = alwaysValidMean({ weight, reward: weight - reward }, 0.9);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        const observed = weight > 0 ? reward / weight : 0.5;
        expect(low).toBeLessThanOrEqual(observed);
        expect(high).toBeGreaterThanOrEqual(observed);
        expect(low).toBeCloseTo(1 - mirrorHigh, 9);
        expect(high).toBeCloseTo(1 - mirrorLow, 9);
      }),
    );
  });

  it('is wider than the interval that may be read once', () => {
    fc.assert(
      fc.property(
        evidence.filter(({ weight }) => weight >= 30),
        (sums) => {
          const [low, high] = alwaysValidMean(sums, 0.9);
          const [onceLow, onceHigh] = interval(betaPosterior(sums), 0.9);
          expect(high - low).toBeGreaterThan(onceHigh - onceLow);
        },
      ),
    );
  });

  it('misses the truth in at most a tenth of runs watched after every episode, where the posterior misses in more', () => {
    const random = seeded(20);
    const runs = 300;
    let alwaysMissed = 0;
    let onceMissed = 0;
    for (let run = 0; run < runs; run++) {
      const sums = { weight: 0, reward: 0 };
      let always = false;
      let once = false;
      for (let n = 1; n <= 400; n++) {
        sums.weight += 1;
        sums.reward += random() < 0.6 ? 1 : 0;
        const [low, high] = alwaysValidMean(sums, 0.9);
        always ||= low > 0.6 || high < 0.6;
        const [onceLow, onceHigh] = interval(betaPosterior(sums), 0.9);
        once ||= onceLow > 0.6 || onceHigh < 0.6;
      }
      alwaysMissed += Number(always);
      onceMissed += Number(once);
    }
    expect(alwaysMissed / runs).toBeLessThanOrEqual(0.1);
    expect(onceMissed / runs).toBeGreaterThan(0.3);
  });
});
