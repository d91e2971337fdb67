/**
 * The planned looks of the calibrated rule. Every look at running evidence is one more chance to be fooled, so the
 * moments at which a candidate may win are fixed before the canary starts and are few: they grow geometrically.
 */
import type { ArmEvidence } from './arm.ts';
import { type CanaryBounds, smallerArm } from './verdict.ts';

/** How much more evidence the smaller arm has at each look than at the one before. */
const GROWTH = 1.5;

/**
 * The evidence of the smaller arm at each planned look but the last: minSamples, then half as much again each time,
 * rounded up to whole samples, below maxSamples. The last look is when the candidate reaches maxSamples.
 */
export function plannedLooks({ minSamples, maxSamples }: CanaryBounds): number[] {
  const looks: number[] = [];
  for (let at = Math.max(1, minSamples); at < maxSamples; at *= GROWTH) looks.push(Math.ceil(at));
  return looks;
}

/** How many of the planned looks the evidence has reached; the last one counts only with enough on both arms. */
export function looksReached(evidence: ArmEvidence, bounds: CanaryBounds): number {
  const smaller = smallerArm(evidence);
  const looks = plannedLooks(bounds);
  if (evidence.candidate.weight >= bounds.maxSamples && smaller >= bounds.minSamples) return looks.length + 1;
  return looks.filter((at) => smaller >= at).length;
}

/**
 * The evidence that brings the next look when `looksDone` have been taken: of the smaller arm, and for the last look of the
 * candidate (maxSamples). Null after the last.
 */
export function nextLook(bounds: CanaryBounds, looksDone: number): number | null {
  const looks = plannedLooks(bounds);
  return looks[looksDone] ?? (looksDone <= looks.length ? bounds.maxSamples : null);
}
