import { describe, expect, it } from 'vitest';
import { betaPosterior, NO_EVIDENCE } from './posterior.ts';

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
