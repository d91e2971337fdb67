/** A success rate as people are shown it, the same wherever it stands: the raw rate, and the interval of its posterior. */
import { type Interval, interval } from './beta.ts';
import { betaPosterior, type Evidence, ROUNDING } from './posterior.ts';

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
