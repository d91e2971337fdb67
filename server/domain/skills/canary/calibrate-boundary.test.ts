import { describe, expect, it } from 'vitest';
import { calibrateBoundary } from './calibrate-boundary.ts';

const DEFAULTS = {
  floor: 0.1,
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  rate: 0.5,
  seed: 5,
  runs: 2000,
};

describe('the calibrated boundary', () => {
  it('is about two at the default settings', () => {
    const boundary = calibrateBoundary(DEFAULTS);
    expect(boundary).toBeGreaterThan(1.9);
    expect(boundary).toBeLessThan(2.3);
  });

  it('is the same for the same seed, and another for another', () => {
    const small = { ...DEFAULTS, runs: 300 };
    expect(calibrateBoundary(small)).toBe(calibrateBoundary(small));
    expect(calibrateBoundary({ ...small, seed: 6 })).not.toBe(calibrateBoundary(small));
  });

  it('is higher for skills that seldom succeed, whose statistic has the heavier upper tail', () => {
    const [low, middle, high] = [0.15, 0.5, 0.9].map((rate) => calibrateBoundary({ ...DEFAULTS, rate }));
    expect(low).toBeGreaterThan((middle ?? 0) + 0.15);
    expect(middle).toBeGreaterThan((high ?? 0) + 0.15);
  });

  it('is higher where fewer false promotions are allowed', () => {
    const strict = { ...DEFAULTS, bounds: { ...DEFAULTS.bounds, threshold: 0.99 } };
    expect(calibrateBoundary(strict)).toBeGreaterThan(calibrateBoundary(DEFAULTS) + 0.3);
  });

  it('never lets a candidate win that is behind, and ends for the narrowest bounds', () => {
    const bounds = { threshold: 0.5, minSamples: 1, maxSamples: 1 };
    expect(calibrateBoundary({ ...DEFAULTS, bounds, runs: 200 })).toBeGreaterThanOrEqual(0);
    const certain = { ...DEFAULTS.bounds, threshold: 1 };
    expect(calibrateBoundary({ ...DEFAULTS, bounds: certain, runs: 50 })).toBeGreaterThanOrEqual(0);
  });
});
