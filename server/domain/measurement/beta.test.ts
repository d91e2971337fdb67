import { describe, expect, it } from 'vitest';
import { beta, betaPosterior, interval, quantile, successRate } from './beta.ts';

/**
 * [a, b, 5 % quantile, median, 95 % quantile]. Computed outside this repository with mpmath at 40 digits: the
 * distribution function as its hypergeometric series of positive terms, x^a (1 − x)^b / (a B(a, b)) · Σ Π (a
 * + b + k) / (a + 1 + k) · x^n, inverted by Newton's method until it met the probability within 1e-20.
 */
const QUANTILES: [number, number, number, number, number][] = [
  [1, 1, 0.05, 0.5, 0.95],
  [1.3, 200.7, 0.000588676453929487, 0.00489710632069069, 0.0175412958063368],
  [1, 5000, 1.02586062576491e-5, 0.000138619827495728, 0.000598967002314914],
  [5000, 1, 0.999401032997685, 0.999861380172504, 0.999989741393742],
  [60, 40, 0.518636636728434, 0.600669257301867, 0.679077343447286],
  [75, 30, 0.639807427702266, 0.715650710142116, 0.784101640139822],
  [5000, 5000, 0.49177608254884, 0.5, 0.50822391745116],
  [4999.5, 12.25, 0.996307187693347, 0.997621606999583, 0.998579536064543],
  [2.5, 1.5, 0.235534041442622, 0.647547720122869, 0.937587476142085],
];

describe('a Beta posterior', () => {
  it.each(QUANTILES)('has the reference quantiles for shapes %d and %d', (a, b, low, middle, high) => {
    const distribution = beta(a, b);
    expect(quantile(distribution, 0.05)).toBeCloseTo(low, 12);
    expect(quantile(distribution, 0.5)).toBeCloseTo(middle, 12);
    expect(quantile(distribution, 0.95)).toBeCloseTo(high, 12);
    expect(interval(distribution, 0.9)[0]).toBeCloseTo(low, 12);
    expect(interval(distribution, 0.9)[1]).toBeCloseTo(high, 12);
  });

  it('refuses shapes, probabilities and levels that mean nothing', () => {
    expect(() => beta(0, 1)).toThrow(RangeError);
    expect(() => beta(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => quantile(beta(1, 1), 1.01)).toThrow(RangeError);
    expect(() => interval(beta(1, 1), 1)).toThrow(RangeError);
    expect(() => interval(beta(1, 1), Number.NaN)).toThrow(RangeError);
  });
});

describe('the posterior of a success rate', () => {
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
});
