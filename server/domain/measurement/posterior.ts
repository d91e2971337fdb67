/**
 * What the evidence says about a success rate. One place turns summed rewards into a posterior, so that recall's arm
 * choice, a canary's verdict and the insights can never start from different priors.
 */
import { type Beta, beta, type Interval, interval } from './beta.ts';

/** Summed evidence: `weight` is Σ strength, `reward` is Σ strength · reward with each reward between 0 and 1. */
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

/** A success rate as people are shown it, the same wherever it stands: the raw rate, and the interval of its posterior. */

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
