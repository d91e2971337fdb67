/**
 * How much better a canary's candidate does, told so that neither adaptive serving, nor drift, nor the moment at
 * which the canary ends can bend it. Each unit (a session) is compared with the probability with which it got its
 * arm, never arm with arm.
 *
 * With A = 1 for the candidate and 0 otherwise, π the probability of A = 1 when the unit was assigned, y its outcome and m a
 * value known before it, (A − π)·(y − m) has the mean π(1 − π)·δ, where δ is the candidate's effect there. So
 * Σ(A − π)(y − m) / Σπ(1 − π) estimates the mean of δ: the inverse-propensity estimate with overlap weights, which of all
 * weights lose the least to chance (Li, Morgan and Zaslavsky, "Balancing covariates via propensity score weighting", JASA 113,
 * 2018). m is the mean outcome of the units before, a prior unit of 0.5 included; it only takes away spread.
 */
import { betaPosterior, type Evidence, type Interval } from '../../measurement/beta.ts';
import { differenceInterval } from '../../measurement/difference.ts';
import { boundedDeviation } from '../../measurement/martingale-bound.ts';
import { boundedEvidence } from '../../measurement/session-sums.ts';
import { addEvidence, NO_CREDIT, subtractEvidence } from '../../runs/reward.ts';
import type { Arm, ArmEvidence } from './arm.ts';

/** A session (or a run without one) that was served one arm only. */
export type UnitOutcome = {
  readonly arm: Arm;
  /** The probability of that arm when it was assigned. */
  readonly propensity: number;
  /** The mean of its credited rewards, between 0 and 1. */
  readonly outcome: number;
};

/** Over units: Σ(A − π)(y − m), the sum of the squares of these terms, and Σπ(1 − π). */
type ScoreSums = { readonly score: number; readonly squares: number; readonly overlap: number };

const PRIOR_MEAN = 0.5;

/** The sums over units in the order of their first credit. */
export function scoreUnits(units: readonly UnitOutcome[]): ScoreSums {
  let [score, squares, overlap] = [0, 0, 0];
  let outcomes = PRIOR_MEAN;
  let count = 1;
  for (const { arm, propensity, outcome } of units) {
    // |A − π| is the probability of the arm that was not served.
    const term = (1 - propensity) * (outcome - outcomes / count);
    score += arm === 'candidate' ? term : -term;
    squares += term * term;
    overlap += propensity * (1 - propensity);
    outcomes += outcome;
    count += 1;
  }
  return { score, squares, overlap };
}

/** In shares of 1. */
export type CanaryEffect = {
  /** 90 %, at all times at once. */
  readonly alwaysValid: Interval;
  readonly shrunken: number;
};

const ERROR = 0.1;
/** By how much a change moves success, in two of three cases by less. */
const USUAL_CHANGE = 0.1;
/** What a unit of even odds and a coin's outcome adds to the squares: so much is taken for granted before the first. */
const PRIOR_SQUARE = 1 / 16;

/**
 * The effect as it may be read at any time, also when a canary ended because of it. The interval holds at all times at once with
 * probability 90 %, for every distribution of the outcomes (`boundedDeviation`, no term is beyond ±1).
 *
 * A canary ends when its estimate is high, so the estimate at its end is too high (the winner's curse). `shrunken` is the
 * posterior mean under a normal prior, estimate · τ² / (τ² + error²), τ being the usual size of a change: it is right on
 * average over changes of that size, whatever rule ended the canary (van Zwet and Cator, "The significance filter, the winner's
 * curse and the need to shrink", Statistica Neerlandica 75, 2021). Without units it is 0.
 */
export function canaryEffect(units: readonly UnitOutcome[]): CanaryEffect {
  const { score, squares, overlap } = scoreUnits(units);
  if (!(overlap > 0)) return { alwaysValid: [-1, 1], shrunken: 0 };
  const deviation = boundedDeviation(squares, { most: 1, error: ERROR / 2 });
  const within = (value: number) => Math.min(1, Math.max(-1, value));
  const variance = (squares + PRIOR_SQUARE) / overlap ** 2;
  return {
    alwaysValid: [within((score - deviation) / overlap), within((score + deviation) / overlap)],
    shrunken: within(((score / overlap) * USUAL_CHANGE ** 2) / (USUAL_CHANGE ** 2 + variance)),
  };
}

const LEVEL = 0.9;

/** The 90 % interval of the candidate's success rate minus the incumbent's, from the posteriors. */
export function effectInterval({ incumbent, candidate }: ArmEvidence): Interval {
  return differenceInterval(betaPosterior(incumbent), betaPosterior(candidate), LEVEL);
}

/**
 * A unit while it runs: the arm that it was given first, and the evidence of its runs with that arm. `mixed` says whether
 * it saw the other arm too; those runs are in no sum.
 */
export type UnitPart = { readonly arm: Arm; readonly mixed: boolean; readonly evidence: Evidence };

export function newUnitPart(arm: Arm): UnitPart {
  return { arm, mixed: false, evidence: NO_CREDIT.evidence };
}

/**
 * The unit after a run, or a change of its reward, and how far the evidence of its arm moves; null for a run on another
 * arm than the unit's. The runs of a unit count as one, so nobody decides a canary by the number of runs in a session.
 */
export function addToUnit(
  before: UnitPart,
  step: { readonly arm: Arm; readonly evidence: Evidence },
): { part: UnitPart; moved: Evidence | null } {
  if (step.arm !== before.arm) return { part: { ...before, mixed: true }, moved: null };
  const part = { ...before, evidence: addEvidence(before.evidence, step.evidence) };
  const moved = subtractEvidence(boundedEvidence(part.evidence), boundedEvidence(before.evidence));
  return { part, moved };
}
