import { describe, expect, it } from 'vitest';
import { betaPosterior, NO_EVIDENCE, successInterval, successRate } from './posterior.ts';

describe('the posterior of a success rate', () => {
  it('is uniform without evidence', () => {
    expect(betaPosterior(NO_EVIDENCE)).toEqual({ a: 1, b: 1 });
  });

  it('adds Σ strength·reward to successes and Σ strength·(1 − reward) to failures', () => {
    expect(betaPosterior({ weight: 10.5, reward: 7.25 })).toEqual({ a: 8.25, b: 4.25 });
  });

  it('forgives what rounding leaves behind and refuses sums that cannot be', () => {
    expect(betaPosterior({ weight: 0, reward: 1e-15 })).toEqual({ a: 1 + 1e-15, b: 1 });
    expect(betaPosterior({ weight: 3, reward: -1e-12 }).a).toBe(1);
    expect(() => betaPosterior({ weight: 3, reward: 3.5 })).toThrow(RangeError);
    expect(() => betaPosterior({ weight: 3, reward: -1 })).toThrow(RangeError);
    expect(() => betaPosterior({ weight: Number.NaN, reward: 1 })).toThrow(RangeError);
  });
});

describe('a success rate', () => {
  it('is reward by evidence, within its range whatever rounding did', () => {
    expect(successRate({ weight: 4, reward: 3 })).toBe(0.75);
    expect(successRate({ weight: 0.3, reward: 0.1 + 0.2 })).toBe(1);
    expect(successRate({ weight: 1, reward: -1e-17 })).toBe(0);
  });

  it('is unknown without evidence, also where credit came and went', () => {
    expect(successRate({ weight: 0, reward: 0 })).toBeNull();
    const left = 0.7 + 0.1 - 0.7 - 0.1;
    expect(left).toBeGreaterThan(-1e-6);
    expect(left).not.toBe(0);
    expect(successRate({ weight: Math.abs(left), reward: 0 })).toBeNull();
  });

  it('lies in its interval, which is wide without evidence', () => {
    expect(successInterval({ weight: 0, reward: 0 })).toEqual([
      expect.closeTo(0.05, 9),
      expect.closeTo(0.95, 9),
    ]);
    const [low, high] = successInterval({ weight: 40, reward: 30 });
    expect(low).toBeGreaterThan(0.6);
    expect(high).toBeLessThan(0.86);
  });
});
