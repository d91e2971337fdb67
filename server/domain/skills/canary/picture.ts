/**
 * A canary as it is drawn: both success rates and their difference, at the level at which the picture and the
 * verdict cannot disagree. A threshold on one side is an equal-tailed interval of 2·threshold − 1, so a
 * candidate that is decisively better has an interval of the difference that excludes zero.
 */
import { type Beta, betaDensity, type Interval, interval, mean, betaPosterior } from '../../measurement/beta.ts';
import { differenceInterval } from '../../measurement/difference.ts';
import type { Arm, ArmEvidence } from './arm.ts';
import type { CanaryBounds } from './verdict.ts';

/** The posterior of a success rate; `density` is [rate, density] from left to right. */
type RatePicture = { mean: number; interval: Interval; density: [number, number][] };

export type CanaryPicture = {
  /** Of all intervals here, between 0 and 1. */
  level: number;
  rates: Record<Arm, RatePicture>;
  /** The candidate's success rate minus the incumbent's. */
  difference: { mean: number; interval: Interval };
};

const USUAL_LEVEL = 0.9;
const POINTS = 120;

/** The level that matches a threshold; the usual one where the threshold leaves no interval. */
export function confidenceLevel({ threshold }: Pick<CanaryBounds, 'threshold'>): number {
  return threshold > 0.5 && threshold < 1 ? Number((2 * threshold - 1).toFixed(12)) : USUAL_LEVEL;
}

export function toPicture(evidence: ArmEvidence, bounds: CanaryBounds): CanaryPicture {
  const level = confidenceLevel(bounds);
  const incumbent = betaPosterior(evidence.incumbent);
  const candidate = betaPosterior(evidence.candidate);
  return {
    level,
    rates: { incumbent: toRate(incumbent, level), candidate: toRate(candidate, level) },
    difference: {
      mean: mean(candidate) - mean(incumbent),
      interval: differenceInterval(incumbent, candidate, level),
    },
  };
}

function toRate(posterior: Beta, level: number): RatePicture {
  return {
    mean: mean(posterior),
    interval: interval(posterior, level),
    density: betaDensity(posterior, POINTS),
  };
}
