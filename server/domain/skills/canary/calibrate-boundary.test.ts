import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../seeded-random.ts';
import { calibrateBoundary } from './calibrate-boundary.ts';

const DEFAULTS = {
  floor: 0.1,
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  rate: 0.5,
  seed: 5,
  runs: 2000,
};

describe('the calibrated boundary', () => {
  it('is a little above that of one look, 1.645, at the default settings', () => {
    const boundary = calibrateBoundary(DEFAULTS);
    expect(boundary).toBeGreaterThan(1.7);
    expect(boundary).toBeLessThan(2.1);
  });

  it('is the same for the same seed, and another for another', () => {
    const small = { ...DEFAULTS, runs: 300 };
    expect(calibrateBoundary(small)).toBe(calibrateBoundary(small));
    expect(calibrateBoundary({ ...small, seed: 6 })).not.toBe(calibrateBoundary(small));
  });

  it('never lets a candidate win that is behind, and ends for the narrowest bounds', () => {
    const bounds = { threshold: 0.5, minSamples: 1, maxSamples: 1 };
    expect(calibrateBoundary({ ...DEFAULTS, bounds, runs: 200 })).toBeGreaterThanOrEqual(0);
    const certain = { ...DEFAULTS.bounds, threshold: 1 };
    expect(calibrateBoundary({ ...DEFAULTS, bounds: certain, runs: 50 })).toBeGreaterThanOrEqual(0);
  });
});

const SIZE = 100_000;

function numbers(seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: SIZE }, random);
}

const FIRST = numbers(1);

describe('repeatable chance', () => {
  it('is uniform, and each number tells nothing of the next', () => {
    const cells = new Float64Array(100);
    for (const [i, x] of FIRST.entries()) {
      expect(x >= 0 && x < 1).toBe(true);
      const cell = Math.floor(x * 10) * 10 + Math.floor((FIRST[(i + 1) % SIZE] ?? 0) * 10);
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - SIZE / 100) ** 2 / (SIZE / 100), 0);
    // The 99.9 % quantile with 99 degrees of freedom.
    expect(chiSquare).toBeLessThan(148.2);
  });
});
