/**
 * The success rates that a canary's boundary has to hold for. The boundary depends on the rate, and a skill with a history is known to
 * lie in a part of the range: for that part, with room for change, it is calibrated, instead of for the worst of all rates.
 */
import { type Interval, interval } from '../../measurement/beta.ts';
import { betaPosterior, type Evidence } from '../../measurement/posterior.ts';

/** Sureness of the interval: what it misses may cost some of the missed percent, so it misses one in a hundred. */
const LEVEL = 0.99;
/** How far the rate may have moved since, or move while the canary runs, either way. */
const MARGIN = 0.1;
/** Ends lie on twentieths, so that skills that are alike share one calibration. */
const STEPS = 20;
/** Beyond these the boundary only falls: with so few successes, or failures, hardly anything passes it. */
const LOWEST = 1;
const HIGHEST = STEPS - 1;

/** What is assumed where nothing is known. */
export const ANY_RATE: Interval = [LOWEST / STEPS, HIGHEST / STEPS];

/** The rates that a skill with this evidence may have, lowest and highest. */
export function knownRates(evidence: Evidence): Interval {
  const [low, high] = interval(betaPosterior(evidence), LEVEL);
  return [within(Math.floor((low - MARGIN) * STEPS)), within(Math.ceil((high + MARGIN) * STEPS))];
}

/** The rates between two ends of {@link knownRates} that are tried, the ends included. */
export function ratesBetween([low, high]: Interval): number[] {
  const first = Math.round(low * STEPS);
  const last = Math.round(high * STEPS);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) / STEPS);
}

function within(steps: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, steps)) / STEPS;
}
