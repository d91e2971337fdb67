import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incompleteBeta, inverseIncompleteBeta, logBeta } from './incomplete-beta.ts';

/**
 * [a, b, ln B(a, b)]: B(½, ½) = π, B(1, b) = 1 / b, B(½, n + ½) = π (2n)! / (4ⁿ n!²), and B(m, n) =
 * (m − 1)! (n − 1)! / (m + n − 1)! of whole numbers.
 */
const LOG_BETAS: [number, number, number][] = [
  [0.5, 0.5, Math.log(Math.PI)],
  [1, 0.01, Math.log(100)],
  [1, 1_000_000, -Math.log(1_000_000)],
  [2, 3, -Math.log(12)],
  [10, 10, -Math.log(923_780)],
  [0.5, 20.5, Math.log((Math.PI * 137_846_528_820) / 2 ** 40)],
];

describe('ln B(a, b)', () => {
  it.each(LOG_BETAS)('of %d and %d', (a, b, expected) => {
    expect(logBeta(a, b)).toBeCloseTo(expected, 12);
    expect(logBeta(b, a)).toBe(logBeta(a, b));
  });
});

/** P(X ≥ a) of a binomial with n = a + b − 1 and success probability x is I_x(a, b), DLMF 8.17.5. */
function binomialTail(x: number, a: number, b: number): number {
  const n = a + b - 1;
  let [term, sum] = [(1 - x) ** n, 0];
  for (let count = 0; count <= n; count += 1) {
    if (count >= a) sum += term;
    term *= ((n - count) / (count + 1)) * (x / (1 - x));
  }
  return sum;
}

const whole = fc.integer({ min: 1, max: 60 });
const place = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const shape = fc.double({ min: 0.5, max: 100_000, noNaN: true });

describe('I_x(a, b)', () => {
  it('is a tail of the binomial distribution for whole shapes', () => {
    fc.assert(
      fc.property(place, whole, whole, (x, a, b) => {
        expect(incompleteBeta(x, a, b)).toBeCloseTo(binomialTail(x, a, b), 10);
      }),
    );
  });

  it('leads back to its probability from the inverse, however small that is', () => {
    const exponent = fc.double({ min: -12, max: Math.log10(0.5), noNaN: true });
    fc.assert(
      fc.property(exponent, shape, shape, (power, a, b) => {
        const p = 10 ** power;
        const x = inverseIncompleteBeta(p, a, b);
        expect(incompleteBeta(x, a, b) / p).toBeCloseTo(1, 7);
      }),
    );
  });
});
