/**
 * The verdict whose false promotions are bounded. Looking after every episode with a posterior promotes about one useless
 * candidate in four, and more where sessions stick to an arm. Here the session is the unit of evidence, each unit
 * is weighed by the probability with which it got its arm (so neither adaptive serving nor drift can favour an arm), and
 * a candidate wins only at planned looks, above a boundary calibrated for exactly these bounds.
 */
import { type Arm, type ArmEvidence, candidateBetter } from './arm.ts';
import { looksReached } from './looks.ts';
import { type CanaryBounds, CONTINUE, exhausted, isAbove, rejection, type Verdict } from './verdict.ts';

/** A session (or a run without one) that was served one arm only. */
export type Unit = {
  readonly arm: Arm;
  /** Of that arm, when it was assigned. */
  readonly probability: number;
  /** The mean of its credited rewards, between 0 and 1. */
  readonly outcome: number;
};

/** A pooled mean needs a value before the first unit; this prior unit has no part in the statistic itself. */
const PRIOR_MEAN = 0.5;

/**
 * z = Σ(h·g) / √Σ(h·g)² over units in the order of their first credit, with π the candidate's probability at
 * assignment, h = √(π(1 − π)), g = (y − m)/π for the candidate and −(y − m)/(1 − π) for the incumbent, and m the pooled
 * mean of the units before (a prior unit of 0.5 included). With equal arms each term has mean 0 given what came before, and a
 * variance that does not depend on π. 0 without units.
 */
export function canaryStatistic(units: readonly Unit[]): number {
  let sum = 0;
  let squares = 0;
  let outcomes = PRIOR_MEAN;
  let count = 1;
  for (const { arm, probability, outcome } of units) {
    // h/π and h/(1 − π) are both the root of the odds against the arm that was served.
    const term = Math.sqrt((1 - probability) / probability) * (outcome - outcomes / count);
    sum += arm === 'candidate' ? term : -term;
    squares += term * term;
    outcomes += outcome;
    count += 1;
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0;
}

/** What a look found; `number` counts from 1 and is the count of looks to store with the experiment. */
export type Look = { readonly number: number; readonly statistic: number; readonly boundary: number };

export type CalibratedState = {
  /** In the order of their first credit, those that saw both arms left out; needed only where lookDue says so. */
  readonly units: readonly Unit[];
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
 * The verdict after a credit. Rejections are the posterior rule's and may come at any credit; promotion only at a look,
 * with z ≥ c and P ≥ threshold. Looks that evidence jumped over at once are one look. Without a boundary no look
 * is taken, and a candidate at its maximum waits for the boundary rather than lose its last look.
 */
export function calibratedVerdict(state: CalibratedState): { verdict: Verdict; look: Look | null } {
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
