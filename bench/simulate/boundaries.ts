/** The calibrated rule's boundaries, one for each success rate, as the service computes and combines them. */
import type { Calibration } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { ANY_RATE, knownRates, ratesBetween } from '../../server/domain/skills/canary/known-rates.ts';
import type { Interval } from '../../server/domain/measurement/beta.ts';
import type { Evidence } from '../../server/domain/measurement/posterior.ts';

/** In the order of {@link calibrations}. */
export type Boundaries = readonly number[];

const RATES = ratesBetween(ANY_RATE);

/** What has to be computed, rate by rate. */
export function calibrations(settings: Omit<Calibration, 'rate'>): Calibration[] {
  return RATES.map((rate) => ({ ...settings, rate }));
}

/** The boundary of a skill with this history. */
export function boundaryFor(boundaries: Boundaries, history: Evidence): number {
  return highestWithin(boundaries, knownRates(history));
}

function highestWithin(boundaries: Boundaries, [low, high]: Interval): number {
  return Math.max(...boundaries.filter((_, index) => isWithin(RATES[index], low, high)));
}

function isWithin(rate: number | undefined, low: number, high: number): boolean {
  return rate !== undefined && rate >= low && rate <= high;
}
