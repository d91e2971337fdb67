/**
 * The verdict whose false promotions are bounded. Looking after every episode with a posterior promotes about
 * one useless candidate in four. Here the session is the unit of evidence, each unit is weighed by the probability with
 * which it got its arm (so neither adaptive serving nor drift can favour an arm), and a candidate wins only at planned
 * looks, above a boundary calibrated for exactly these bounds.
 */
import { type ArmEvidence, candidateBetter } from './arm.ts';
import { scoreUnits, type UnitOutcome } from './effect.ts';
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

/**
 * z = Σ(A − π)(y − m) / √Σ(…)² over units in the order of their first credit (`scoreUnits`): with equal arms each term
 * has mean 0 given what came before. 0 without units.
 */
export function canaryStatistic(units: readonly UnitOutcome[]): number {
  const { score, squares } = scoreUnits(units);
  return squares > 0 ? score / Math.sqrt(squares) : 0;
}

/**
 * How fast the boundary falls over the looks: 0 is O'Brien and Fleming's, which hardly ever ends early, 0.5 Pocock's,
 * which is the same at every look. A quarter costs 2 % of power at the end and ends a fifth of the episodes sooner.
 */
const SHAPE = 0.25;

/**
 * What z must reach at a planned look: c·t^(Δ − ½), where t is the share of the last look's evidence (Wang and Tsiatis,
 * "Approximately optimal one-parameter boundaries for group sequential trials", Biometrics 43, 1987).
 */
export function boundaryAt(look: number, bounds: CanaryBounds, c: number): number {
  const share = look >= looksPlanned(bounds) ? 1 : smallerArmAt(bounds, look) / bounds.maxSamples;
  return c * share ** (SHAPE - 0.5);
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
  /** c of `boundaryAt`, or null while it is being calibrated. */
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
 * at a look, with z at its boundary and P ≥ threshold. Looks that evidence jumped over at once are one look. Without a
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
  if (look !== null && look.statistic >= look.boundary && isAbove(better, bounds)) {
    const reason = `the candidate's statistic ${look.statistic.toFixed(3)} passed ${look.boundary.toFixed(3)} at look ${look.number}`;
    return { verdict: { decision: 'promote', reason }, look };
  }
  return { verdict: exhausted(evidence, bounds) ?? CONTINUE, look };
}

function takeLook(state: CalibratedState, c: number): Look | null {
  if (!lookDue(state)) return null;
  const number = looksReached(state.evidence, state.bounds);
  const boundary = boundaryAt(number, state.bounds, c);
  return { number, statistic: canaryStatistic(state.units), boundary };
}
