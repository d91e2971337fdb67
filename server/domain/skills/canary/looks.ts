/**
 * The planned looks of the calibrated rule. Every look at running evidence is one more chance to be fooled, so the
 * moments at which a candidate may win are fixed before the canary starts and are few: they grow geometrically.
 */
import type { ArmEvidence } from './arm.ts';
import { type CanaryBounds, smallerArm } from './verdict.ts';

/** How much more evidence the smaller arm has at each look than at the one before. */
const GROWTH = 1.5;

/** The evidence of the smaller arm at planned look `number` (from 1): minSamples, then half as much again each time. */
function smallerArmAt({ minSamples }: CanaryBounds, number: number): number {
  return Math.ceil(Math.max(1, minSamples) * GROWTH ** (number - 1));
}

/**
 * How many planned looks the evidence has reached. All but the last are set by the smaller arm and lie below maxSamples; the last
 * is when the candidate reaches maxSamples, with enough evidence on the incumbent too.
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
 * The evidence that brings the next look when `looksDone` have been taken: of the smaller arm, and for the last look of the
 * candidate (maxSamples). Null after the last.
 */
export function nextLook(bounds: CanaryBounds, looksDone: number): number | null {
  const planned = looksPlanned(bounds);
  if (looksDone >= planned) return null;
  return looksDone + 1 === planned ? bounds.maxSamples : smallerArmAt(bounds, looksDone + 1);
}

function isBeforeLast(bounds: CanaryBounds, number: number): boolean {
  return smallerArmAt(bounds, number) < bounds.maxSamples;
}
