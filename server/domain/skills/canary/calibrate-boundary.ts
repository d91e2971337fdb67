/**
 * The boundary c of the calibrated rule: how high the statistic must be at the last planned look, so that of
 * candidates that are no better, at most 1 − threshold are ever promoted. It depends on the floor, the bounds
 * and the success rate, so it is found by simulating canaries between equal arms with the very functions that
 * serve and judge them.
 */
import { seededRandom } from '../../seeded-random.ts';
import { chooseArm, RunningArms } from './arm.ts';
import { boundaryAt, canaryStatistic, looksReached, nextLook } from './calibrated.ts';
import type { UnitOutcome } from './effect.ts';
import { type CanaryBounds, exhausted, isAbove, rejection, smallerArm } from './verdict.ts';

/**
 * Candidate samples up to which all runs are made; beyond, fewer of the longer runs, so that the time stays
 * bounded.
 */
const USUAL_SAMPLES = 1000;
const FEWEST_RUNS = 1000;

/**
 * Standard errors of the simulation that c stays on the safe side, so that a lucky seed does not break the
 * bound.
 */
const CAUTION = 2;

/** Runs that determine c within 0.03 at the defaults, in about a second. */
export const CALIBRATION_RUNS = 20_000;

export type Calibration = {
  readonly floor: number;
  readonly bounds: CanaryBounds;
  /** The success rate that both arms have. */
  readonly rate: number;
  readonly seed: number;
  /** Simulated canaries. */
  readonly runs: number;
};

/** The boundary for each calibration, in their order. */
export function calibrateBoundaries(calibrations: readonly Calibration[]): number[] {
  return calibrations.map(calibrateBoundary);
}

/**
 * The smallest c at which the share of promotions is surely (see CAUTION) not above 1 − threshold at the
 * rate; never below 0, as a candidate that is behind cannot win. For several rates the highest of theirs
 * holds. The same input always gives the same c.
 */
export function calibrateBoundary({ floor, bounds, rate, seed, runs }: Calibration): number {
  const nullRun = { rate, floor, bounds, random: seededRandom(seed) };
  const affordable = Math.max(
    Math.min(runs, FEWEST_RUNS),
    Math.round(runs * Math.min(1, USUAL_SAMPLES / bounds.maxSamples)),
  );
  const highest = Float64Array.from({ length: affordable }, () => highestStatistic(nullRun)).sort();
  const share = 1 - bounds.threshold;
  const allowed = Math.floor(affordable * share - CAUTION * Math.sqrt(affordable * share * (1 - share)));
  const last = Math.max(0, highest[affordable - 1 - Math.max(0, allowed)] ?? 0);
  // Promotion is at or above c, so c lies just above the first run that must not be promoted any more.
  return last + Number.EPSILON * Math.max(1, last);
}

type NullRun = Pick<Calibration, 'rate' | 'floor' | 'bounds'> & { random: () => number };

/**
 * The highest statistic at a look where the posterior would allow promotion, over the boundary of that look for c = 1, of
 * one canary between equal arms that is never promoted: it would have been promoted with any c up to that.
 */
function highestStatistic({ rate, floor, bounds, random }: NullRun): number {
  const arms = new RunningArms();
  const units: UnitOutcome[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  let evidence = arms.evidence;
  let next = nextLook(bounds, 0);
  while (next !== null) {
    const { arm, propensity } = chooseArm(evidence, { floor, rule: 'calibrated' }, random(), arms.better);
    const success = random() < rate;
    arms.credit(arm, success);
    units.push({ arm, propensity, outcome: success ? 1 : 0 });
    evidence = arms.evidence;
    if (rejection(evidence, bounds, arms.better) !== undefined) return highest;
    const full = exhausted(evidence, bounds) !== undefined;
    if (!full && smallerArm(evidence) < next) continue;
    const reached = looksReached(evidence, bounds);
    if (reached > 0 && isAbove(arms.better, bounds)) {
      highest = Math.max(highest, canaryStatistic(units) / boundaryAt(reached, bounds, 1));
    }
    next = full ? null : nextLook(bounds, reached);
  }
  return highest;
}
