/**
 * The boundary c of the calibrated rule: how high the statistic must be at a planned look, so that of candidates that
 * are no better, at most 1 − threshold are ever promoted. It depends on the floor and the bounds, so it is found by simulating
 * canaries between equal arms with the very functions that serve and judge them.
 */
import { chooseArm } from './arm.ts';
import { canaryStatistic, type Unit } from './calibrated.ts';
import { looksPlanned, looksReached } from './looks.ts';
import { RunningArms } from './running-arms.ts';
import { seededRandom } from './seeded-random.ts';
import { type CanaryBounds, exhausted, rejection } from './verdict.ts';

/**
 * How far below its known success rate a skill may come to succeed during the canary: two standard errors of a rate known
 * from 20 runs. The boundary rises as the rate falls, because rare successes make the statistic's upper tail heavier.
 */
const MARGIN = 0.2;
/** Where the boundary is highest at the default floor and bounds; rarer successes hardly ever make a posterior decisive. */
const LOWEST = 0.1;
const HIGHEST = 0.9;

/** Runs that settle c within 0.03 at the defaults, in a few seconds. */
export const CALIBRATION_RUNS = 20_000;

export type Calibration = {
  readonly floor: number;
  readonly bounds: CanaryBounds;
  /** The skill's success rate when the canary starts; null when none is known, and then c holds for every rate. */
  readonly successRate: number | null;
  readonly seed: number;
  /** Simulated canaries for each of three rates. */
  readonly runs: number;
};

/**
 * The smallest c at which no simulated share of promotions is above 1 − threshold, at the rates from 0.2 below the
 * skill's up to 0.9; never below 0, as a candidate that is behind cannot win. The same input always gives the same c.
 */
export function calibrateBoundary({ floor, bounds, successRate, seed, runs }: Calibration): number {
  const random = seededRandom(seed);
  const lowest = Math.max(LOWEST, (successRate ?? 0) - MARGIN);
  const rates = [lowest, (lowest + HIGHEST) / 2, Math.max(lowest, HIGHEST)];
  return Math.max(...rates.map((rate) => boundaryAt({ rate, floor, bounds, random }, runs)));
}

/** The boundary for one rate. */
function boundaryAt(nullRun: NullRun, runs: number): number {
  const highest = Float64Array.from({ length: runs }, () => highestStatistic(nullRun)).sort();
  const allowed = Math.floor(runs * (1 - nullRun.bounds.threshold));
  const last = Math.max(0, highest[runs - 1 - allowed] ?? 0);
  // Promotion is at or above c, so c lies just above the first run that must not be promoted any more.
  return last + Number.EPSILON * Math.max(1, last);
}

type NullRun = { rate: number; floor: number; bounds: CanaryBounds; random: () => number };

/**
 * The highest statistic at a look where the posterior would allow promotion, of one canary between equal arms that is
 * never promoted: it would have been promoted with any boundary up to that.
 */
function highestStatistic({ rate, floor, bounds, random }: NullRun): number {
  const arms = new RunningArms();
  const units: Unit[] = [];
  const looks = looksPlanned(bounds);
  let highest = Number.NEGATIVE_INFINITY;
  for (let looksDone = 0; looksDone < looks; ) {
    const { arm, probability } = chooseArm(arms.evidence, floor, random(), arms.better);
    const success = random() < rate;
    arms.credit(arm, success);
    units.push({ arm, probability, outcome: success ? 1 : 0 });
    const evidence = arms.evidence;
    if (rejection(evidence, bounds, arms.better) !== undefined) return highest;
    const reached = looksReached(evidence, bounds);
    if (reached > looksDone && arms.better >= bounds.threshold) {
      highest = Math.max(highest, canaryStatistic(units));
    }
    looksDone = reached;
    if (exhausted(evidence, bounds) !== undefined) return highest;
  }
  return highest;
}
