/**
 * When a canary ends by its evidence. `posterior` looks after every credit and promotes or rejects as soon as
 * the posterior probability is decisive; `calibrated` (calibrated.ts) shares its rejections and is stricter
 * about promotion.
 */
import { betaPosterior, type Evidence, type Interval, interval } from '../../measurement/beta.ts';
import { type ArmEvidence, candidateBetter } from './arm.ts';

/** The bounds of one canary, as of its start. Samples are summed strength of credited evidence. */
export type CanaryBounds = {
  /** P(candidate better) from which the candidate wins; its complement is where it loses. */
  readonly threshold: number;
  /** What each arm needs before its probability counts. */
  readonly minSamples: number;
  /** What the candidate may take without a decision. */
  readonly maxSamples: number;
};

/**
 * P is computed within about 1e-15, and small samples meet thresholds such as 0.8 or 0.9 exactly: rounding
 * must not decide then.
 */
const ROUNDING = 1e-12;

type Decision = 'promote' | 'reject';
export type CanaryVerdict =
  | { readonly decision: 'continue' }
  | { readonly decision: Decision; readonly reason: string };

export const CONTINUE: CanaryVerdict = { decision: 'continue' };

export function smallerArm({ incumbent, candidate }: ArmEvidence): number {
  return Math.min(incumbent.weight, candidate.weight);
}

/** P ≥ threshold. */
export function isAbove(better: number, { threshold }: Pick<CanaryBounds, 'threshold'>): boolean {
  return better >= threshold - ROUNDING;
}

/** P ≤ 1 − threshold. */
function isBelow(better: number, { threshold }: CanaryBounds): boolean {
  return better <= 1 - threshold + ROUNDING;
}

/**
 * The verdict after a credit: promoted with enough evidence on both arms and P ≥ threshold; rejected with
 * enough evidence and P ≤ 1 − threshold; rejected when the candidate reached its maximum undecided. `better`
 * is candidateBetter(evidence), for callers who know it already.
 */
export function posteriorVerdict(
  evidence: ArmEvidence,
  bounds: CanaryBounds,
  better = candidateBetter(evidence),
): CanaryVerdict {
  if (smallerArm(evidence) >= bounds.minSamples && isAbove(better, bounds)) {
    return {
      decision: 'promote',
      reason: `the candidate is better with probability ${formatProbability(better)}`,
    };
  }
  return rejection(evidence, bounds, better) ?? exhausted(evidence, bounds) ?? CONTINUE;
}

/** The rejection of a candidate that is probably worse, or undefined. */
export function rejection(
  evidence: ArmEvidence,
  bounds: CanaryBounds,
  better: number,
): CanaryVerdict | undefined {
  if (smallerArm(evidence) < bounds.minSamples || !isBelow(better, bounds)) return undefined;
  return {
    decision: 'reject',
    reason: `the candidate is better with probability ${formatProbability(better)} only`,
  };
}

/** The rejection of a candidate that used up its samples undecided, or undefined. */
export function exhausted({ candidate }: ArmEvidence, bounds: CanaryBounds): CanaryVerdict | undefined {
  if (candidate.weight < bounds.maxSamples) return undefined;
  return { decision: 'reject', reason: `still undecided at ${bounds.maxSamples} samples of the candidate` };
}

const LEAST_SHOWN = 1e-6;

/** A probability for people: never rounded up to certainty. */
function formatProbability(probability: number): string {
  if (probability > 1 - LEAST_SHOWN / 2) return `above ${1 - LEAST_SHOWN}`;
  if (probability < LEAST_SHOWN / 2) return `below ${LEAST_SHOWN.toFixed(6)}`;
  return probability.toFixed(Math.abs(probability - 0.5) > 0.499 ? 6 : 3);
}

// The success rates that a canary's boundary has to hold for. The boundary depends on the rate, and a skill
// with a history is known to lie in a part of the range: for that part, with room for change, it is
// calibrated, instead of for the worst of all rates.

/**
 * Sureness of the interval: what it misses may cost some of the missed percent, so it misses one in a
 * hundred.
 */
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
