/**
 * The boundary c of the calibrated rule: how high the statistic must be at a planned look, so that of candidates that
 * are no better, at most 1 − threshold are ever promoted. It depends on the floor and the bounds, so it is found by simulating
 * canaries between equal arms with the very functions that serve and judge them.
 */
import { chooseArm } from './arm.ts';
import { canaryStatistic, type Unit } from './calibrated.ts';
import { looksReached, plannedLooks } from './looks.ts';
import { RunningArms } from './running-arms.ts';
import { seededRandom } from './seeded-random.ts';
import { type CanaryBounds, exhausted, rejection } from './verdict.ts';

/** Success rates that both arms share in turn; c holds for the worst of them. */
const RATES = [0.1, 0.3, 0.5, 0.7, 0.9];

export type Calibration = {
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly seed: number;
  /** Simulated canaries for each of the rates. */
  readonly runs: number;
};

/**
 * The smallest c at which no rate's simulated share of promotions is above 1 − threshold; never below 0, as a candidate
 * that is behind cannot win. The same input always gives the same c.
 */
export function calibrateBoundary({ floor, bounds, seed, runs }: Calibration): number {
  const random = seededRandom(seed);
  const allowed = Math.floor(runs * (1 - bounds.threshold));
  let boundary = 0;
  for (const rate of RATES) {
    const highest = new Float64Array(runs);
    for (let i = 0; i < runs; i++) highest[i] = highestStatistic({ rate, floor, bounds, random });
    highest.sort();
    // Promotion is at or above c, so c lies just above the first run that must not be promoted any more.
    const last = highest[runs - 1 - allowed] ?? 0;
    boundary = Math.max(boundary, last + Number.EPSILON * Math.max(1, Math.abs(last)));
  }
  return boundary;
}

type NullRun = { rate: number; floor: number; bounds: CanaryBounds; random: () => number };

/**
 * The highest statistic at a look where the posterior would allow promotion, of one canary between equal arms that is
 * never promoted: it would have been promoted with any boundary up to that.
 */
function highestStatistic({ rate, floor, bounds, random }: NullRun): number {
  const arms = new RunningArms();
  const units: Unit[] = [];
  const looks = plannedLooks(bounds).length + 1;
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
