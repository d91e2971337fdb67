/**
 * The Beta distribution as the product reads it: belief about a success rate between 0 and 1. It upholds the
 * rule that every figure shown to a person is exact (a special function, never a sample), so two calls with
 * the same evidence give the same digits.
 */
import { incompleteBeta, inverseIncompleteBeta, logBeta } from './incomplete-beta.ts';

/** Shape parameters, both positive and finite; `a` counts successes, `b` failures, prior included. */
export type Beta = { readonly a: number; readonly b: number };

/** Lower and upper bound, in that order. */
export type Interval = readonly [number, number];

/** Builds a Beta distribution. Throws a RangeError for shapes that are not positive and finite. */
export function beta(a: number, b: number): Beta {
  if (!(a > 0 && b > 0 && Number.isFinite(a) && Number.isFinite(b))) {
    throw new RangeError(`a Beta distribution needs positive, finite shapes, not (${a}, ${b})`);
  }
  return { a, b };
}

export function mean({ a, b }: Beta): number {
  return a / (a + b);
}

export function variance({ a, b }: Beta): number {
  const n = a + b;
  return (a * b) / (n * n * (n + 1));
}

/** P(X ≤ x); 0 below the support and 1 above it. */
export function cumulative({ a, b }: Beta, x: number): number {
  return incompleteBeta(x, a, b);
}

/** ln B(a, b), the logarithm of the density's normalising constant. */
export function logNormaliser({ a, b }: Beta): number {
  return logBeta(a, b);
}

/** The x with P(X ≤ x) = p. Throws a RangeError unless 0 ≤ p ≤ 1. */
export function quantile({ a, b }: Beta, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies between 0 and 1, not ${p}`);
  if (p === 0) return 0;
  if (p === 1) return 1;
  return inverseIncompleteBeta(p, a, b);
}

/** The x with P(X > x) = p: for tails so small that 1 − p would round to 1. */
function upperQuantile({ a, b }: Beta, p: number): number {
  return 1 - inverseIncompleteBeta(p, b, a);
}

/** The equal-tailed interval that holds `level` (for example 0.9) of the probability. */
export function interval(distribution: Beta, level: number): Interval {
  const tail = tailProbability(level);
  return [quantile(distribution, tail), upperQuantile(distribution, tail)];
}

/**
 * The probability left out on each side of an equal-tailed interval. Throws a RangeError unless 0 < level <
 * 1.
 */
export function tailProbability(level: number): number {
  if (!(level > 0 && level < 1))
    throw new RangeError(`an interval's level lies between 0 and 1, not ${level}`);
  return (1 - level) / 2;
}

// What the evidence says about a success rate. One place turns summed rewards into a posterior, so that
// recall's arm choice, a canary's verdict and the insights can never start from different priors.

/**
 * Summed evidence: `weight` is Σ strength, `reward` is Σ strength · reward with each reward between 0 and 1.
 */
export type Evidence = { readonly weight: number; readonly reward: number };

/** No episode has been credited. */
export const NO_EVIDENCE: Evidence = { weight: 0, reward: 0 };

/** What adding and taking back thousands of fractional credits may leave behind in a sum. */
export const ROUNDING = 1e-6;

/**
 * The posterior under a uniform Beta(1, 1) prior: Beta(1 + Σ strength·reward, 1 + Σ strength·(1 − reward)).
 * A sum that left its range by rounding is put back; anything worse throws a RangeError.
 */
export function betaPosterior({ weight, reward }: Evidence): Beta {
  const failure = weight - reward;
  if (!(reward >= -ROUNDING && failure >= -ROUNDING)) {
    throw new RangeError(`evidence needs 0 ≤ reward ≤ weight, not reward ${reward} of weight ${weight}`);
  }
  return beta(1 + Math.max(0, reward), 1 + Math.max(0, failure));
}

// A success rate as people are shown it, the same wherever it stands: the raw rate, and the interval of its
// posterior.

const LEVEL = 0.9;

/** Reward by evidence; null without any, which also is what credit that was taken back leaves by rounding. */
export function successRate({ weight, reward }: Evidence): number | null {
  if (weight <= ROUNDING) return null;
  return Math.min(1, Math.max(0, reward / weight));
}

/** The 90 % interval of a success rate under Beta(1, 1). */
export function successInterval(evidence: Evidence): Interval {
  return interval(betaPosterior(evidence), LEVEL);
}
