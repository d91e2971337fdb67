import { describe, expect, it } from 'vitest';
import { daysUntil } from '../../measurement/when-known.ts';
import { allSteps } from '../../steps.ts';
import { chooseArm, NO_ARM_EVIDENCE, RunningArms } from './arm.ts';
import { calibrateBoundary, seededRandom } from './calibrate-boundary.ts';
import { calibratedVerdict, lookDue, type UnitOutcome } from './calibrated.ts';
import { drawNormal, endingSteps } from './forecast-ending.ts';
import { type CanaryRule, posteriorVerdict } from './verdict.ts';

const untilVerdict = (state: Parameters<typeof endingSteps>[0]) => allSteps(endingSteps(state));

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const FLOOR = 0.1;
const RATES = [0.5, 0.8] as const;
const START = { evidence: NO_ARM_EVIDENCE, bounds: BOUNDS, floor: FLOOR, looksDone: 0, rates: RATES };

/** One canary as the service plays it, run by run, until its verdict. */
function* played(rule: CanaryRule, boundary: number, random: () => number) {
  const arms = new RunningArms();
  const units: UnitOutcome[] = [];
  const incumbent = RATES[0] + (RATES[1] - RATES[0]) * random();
  const rates = { incumbent, candidate: Math.min(0.99, incumbent + 0.1 * drawNormal(random)) };
  for (let looksDone = 0; ; ) {
    const { arm, propensity } = chooseArm(arms.evidence, FLOOR, random(), arms.better);
    const success = random() < rates[arm];
    arms.credit(arm, success);
    units.push({ arm, propensity, outcome: success ? 1 : 0 });
    const state = { evidence: arms.evidence, bounds: BOUNDS, boundary, looksDone, better: arms.better };
    const { verdict, look } =
      rule === 'posterior'
        ? { verdict: posteriorVerdict(state.evidence, BOUNDS, arms.better), look: null }
        : calibratedVerdict({ ...state, units: lookDue(state) ? units : [] });
    looksDone = look?.number ?? looksDone;
    if (verdict.decision !== 'continue') return;
    yield { evidence: arms.evidence, looksDone };
  }
}

/** Events of a Poisson process with one a unit of time, until `end`. */
function countUntil(end: number, random: () => number): number {
  let [count, time] = [0, 0];
  for (;;) {
    time -= Math.log(1 - random());
    if (time > end) return count;
    count += 1;
  }
}

function timeOf(events: number, random: () => number): number {
  let time = 0;
  for (let event = 0; event < events; event++) time -= Math.log(1 - random());
  return time;
}

describe('the forecast of a canary', () => {
  it.each(['posterior', 'calibrated'] as const)(
    'holds the time of the verdict of about four in five, under the %s rule, before it starts and while it runs',
    (rule) => {
      const random = seededRandom(11);
      const boundary = calibrateBoundary({ floor: FLOOR, bounds: BOUNDS, rate: 0.65, seed: 1, runs: 3000 });
      const atStart = untilVerdict({ ...START, rule, boundary });
      const [perDay, canaries, midway] = [6, 120, 60];
      const counts = { start: 0, middle: 0, running: 0, later: 0 };
      for (let canary = 0; canary < canaries; canary++) {
        const course = [...played(rule, boundary, random)];
        const traffic = { evidence: countUntil(14 * perDay, random), reward: 0, days: 14 };
        const isHeld = (needed: typeof atStart, left: number) => {
          const told = daysUntil(needed, traffic);
          const days = timeOf(left, random) / perDay;
          if (told === null) return { within: false, early: false };
          return { within: days >= told.soonest && days <= told.latest, early: days <= told.days };
        };
        const first = isHeld(atStart, course.length + 1);
        counts.start += Number(first.within);
        counts.middle += Number(first.early);
        const then = course[midway - 1];
        if (then === undefined) continue;
        counts.running += 1;
        const needed = untilVerdict({ ...START, ...then, rule, boundary });
        counts.later += Number(isHeld(needed, course.length + 1 - midway).within);
      }
      expect(counts.start / canaries).toBeGreaterThan(0.7);
      expect(counts.start / canaries).toBeLessThan(0.93);
      expect(counts.middle / canaries).toBeGreaterThan(0.38);
      expect(counts.middle / canaries).toBeLessThan(0.62);
      expect(counts.running).toBeGreaterThan(40);
      expect(counts.later / counts.running).toBeGreaterThan(0.7);
    },
  );

  it('is the same for the same state, and shorter once the arms differ clearly', () => {
    const state = { ...START, rule: 'posterior' as const, boundary: null };
    expect(untilVerdict(state)).toEqual(untilVerdict(state));
    const clear = {
      incumbent: { weight: 19, reward: 10 },
      candidate: { weight: 40, reward: 38 },
    };
    expect(untilVerdict({ ...state, evidence: clear }).middle).toBeLessThan(untilVerdict(state).middle);
  });
});
