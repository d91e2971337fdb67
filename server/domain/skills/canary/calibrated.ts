/**
 * The verdict whose false promotions are bounded. Looking after every episode with a posterior promotes about
 * one useless candidate in four, and more where sessions stick to an arm. Here the session is the unit of
 * evidence, each unit is weighed by the probability with which it got its arm (so neither adaptive serving
 * nor drift can favour an arm), and a candidate wins only at planned looks, above a boundary calibrated for
 * exactly these bounds.
 */
import { type Arm, type ArmEvidence, candidateBetter } from './arm.ts';
import {
  type CanaryBounds,
  type CanaryVerdict,
  CONTINUE,
  exhausted,
  isAbove,
  rejection,
  smallerArm,
} from './verdict.ts';

// The planned looks of the calibrated rule. Every look at running evidence is one more chance to be fooled,
// so the moments at which a candidate may win are fixed before the canary starts and are few: they grow
// geometrically.

/** How much more evidence the smaller arm has at each look than at the one before. */
const GROWTH = 1.5;

/**
 * The evidence of the smaller arm at planned look `number` (from 1): minSamples, then half as much again each
 * time.
 */
function smallerArmAt({ minSamples }: CanaryBounds, number: number): number {
  return Math.ceil(Math.max(1, minSamples) * GROWTH ** (number - 1));
}

/**
 * How many planned looks the evidence has reached. All but the last are set by the smaller arm and lie below
 * maxSamples; the last is when the candidate reaches maxSamples, with enough evidence on the incumbent too.
 */
export function looksReached(evidence: ArmEvidence, bounds: CanaryBounds): number {
  const smaller = smallerArm(evidence);
  const full = evidence.candidate.weight >= bounds.maxSamples && smaller >= bounds.minSamples;
  if (full) return looksPlanned(bounds);
  let reached = 0;
  while (isBeforeLast(bounds, reached + 1) && smaller >= smallerArmAt(bounds, reached + 1)) reached += 1;
  return reached;
}

/** The number of planned looks, the last one included. */
export function looksPlanned(bounds: CanaryBounds): number {
  let looks = 1;
  while (isBeforeLast(bounds, looks)) looks += 1;
  return looks;
}

/**
 * The evidence that brings the next look when `looksDone` have been taken: of the smaller arm, and for the
 * last look of the candidate (maxSamples). Null after the last.
 */
export function nextLook(bounds: CanaryBounds, looksDone: number): number | null {
  const planned = looksPlanned(bounds);
  if (looksDone >= planned) return null;
  return looksDone + 1 === planned ? bounds.maxSamples : smallerArmAt(bounds, looksDone + 1);
}

function isBeforeLast(bounds: CanaryBounds, number: number): boolean {
  return smallerArmAt(bounds, number) < bounds.maxSamples;
}

/** A session (or a run without one) that was served one arm only. */
export type UnitOutcome = {
  readonly arm: Arm;
  /** The probability of that arm when it was assigned. */
  readonly propensity: number;
  /** The mean of its credited rewards, between 0 and 1. */
  readonly outcome: number;
};

/** A pooled mean needs a value before the first unit; this prior unit has no part in the statistic itself. */
const PRIOR_MEAN = 0.5;

/**
 * z = Σ(h·g) / √Σ(h·g)² over units in the order of their first credit, with π the candidate's propensity at
 * assignment, h = √(π(1 − π)), g = (y − m)/π for the candidate and −(y − m)/(1 − π) for the incumbent, and m
 * the pooled mean of the units before (a prior unit of 0.5 included). With equal arms each term has mean 0
 * given what came before, and a variance that does not depend on π. 0 without units.
 */
export function canaryStatistic(units: readonly UnitOutcome[]): number {
  let sum = 0;
  let squares = 0;
  let outcomes = PRIOR_MEAN;
  let count = 1;
  for (const { arm, propensity, outcome } of units) {
    // h/π and h/(1 − π) are both the root of the odds against the arm that was served.
    const term = Math.sqrt((1 - propensity) / propensity) * (outcome - outcomes / count);
    sum += arm === 'candidate' ? term : -term;
    squares += term * term;
    outcomes += outcome;
    count += 1;
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0;
}

/** What a look found; `number` counts from 1 and is the count of looks to store with the experiment. */
type Look = { readonly number: number; readonly statistic: number; readonly boundary: number };

type CalibratedState = {
  /**
   * In the order of their first credit, those that saw both arms left out; needed only where lookDue says so.
   */
  readonly units: readonly UnitOutcome[];
  readonly evidence: ArmEvidence;
  readonly bounds: CanaryBounds;
  /** c, or null while it is being calibrated. */
  readonly boundary: number | null;
  /** How many planned looks are behind. */
  readonly looksDone: number;
  /** candidateBetter(evidence), for callers who know it already. */
  readonly better?: number;
};

/** Whether the evidence reached a look that was not taken yet, so that the units are worth loading. */
export function lookDue({ evidence, bounds, boundary, looksDone }: Omit<CalibratedState, 'units'>): boolean {
  return boundary !== null && looksReached(evidence, bounds) > looksDone;
}

/**
 * The verdict after a credit. Rejections are the posterior rule's and may come at any credit; promotion only
 * at a look, with z ≥ c and P ≥ threshold. Looks that evidence jumped over at once are one look. Without a
 * boundary no look is taken, and a candidate at its maximum waits for the boundary rather than lose its last
 * look.
 */
export function calibratedVerdict(state: CalibratedState): { verdict: CanaryVerdict; look: Look | null } {
  const { evidence, bounds, boundary } = state;
  const better = state.better ?? candidateBetter(evidence);
  const rejected = rejection(evidence, bounds, better);
  if (rejected !== undefined) return { verdict: rejected, look: null };
  if (boundary === null) return { verdict: CONTINUE, look: null };
  const look = takeLook(state, boundary);
  if (look !== null && look.statistic >= boundary && isAbove(better, bounds)) {
    const reason = `the candidate's statistic ${look.statistic.toFixed(3)} passed ${boundary.toFixed(3)} at look ${look.number}`;
    return { verdict: { decision: 'promote', reason }, look };
  }
  return { verdict: exhausted(evidence, bounds) ?? CONTINUE, look };
}

function takeLook(state: CalibratedState, boundary: number): Look | null {
  if (!lookDue(state)) return null;
  const number = looksReached(state.evidence, state.bounds);
  return { number, statistic: canaryStatistic(state.units), boundary };
}
