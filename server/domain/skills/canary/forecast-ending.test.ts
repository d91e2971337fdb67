import { describe, expect, it } from 'vitest';
import { daysUntil } from '../../measurement/when-known.ts';
import { drawNormal, seededRandom } from '../../seeded-random.ts';
import { chooseArm, NO_ARM_EVIDENCE, RunningArms } from './arm.ts';
import { calibrateBoundary } from './calibrate-boundary.ts';
import { calibratedVerdict, lookDue } from './calibrated.ts';
import type { GuardedRuns } from './drawn-measures.ts';
import type { UnitOutcome } from './effect.ts';
import { forecastEnding } from './forecast-ending.ts';
import { evenChance, guardedVerdict } from './guarded-verdict.ts';
import { addMeasures, measureRun, NO_MEASURES } from './measures.ts';
import type { CanaryRule } from './rules.ts';
import { posteriorVerdict } from './verdict.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const FLOOR = 0.1;
const RATES = [0.5, 0.8] as const;
const START = {
  evidence: NO_ARM_EVIDENCE,
  bounds: BOUNDS,
  floor: FLOOR,
  looksDone: 0,
  rates: RATES,
  guarded: null,
};

/** One canary as the service plays it, run by run, until its verdict. */
function* played(rule: CanaryRule, boundary: number, random: () => number) {
  const arms = new RunningArms();
  const units: UnitOutcome[] = [];
  const incumbent = RATES[0] + (RATES[1] - RATES[0]) * random();
  const rates = { incumbent, candidate: Math.min(0.99, incumbent + 0.1 * drawNormal(random)) };
  for (let looksDone = 0; ; ) {
    const { arm, propensity } = chooseArm(arms.evidence, { floor: FLOOR, rule }, random(), arms.better);
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
      const atStart = forecastEnding({ ...START, rule, boundary });
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
        const needed = forecastEnding({ ...START, ...then, rule, boundary });
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
    expect(forecastEnding(state)).toEqual(forecastEnding(state));
    const clear = {
      incumbent: { weight: 19, reward: 10 },
      candidate: { weight: 40, reward: 38 },
    };
    expect(forecastEnding({ ...state, evidence: clear }).middle).toBeLessThan(forecastEnding(state).middle);
  });
});

const RULES = { margins: { duration: 0.2 }, cheaper: null };
const UNMEASURED = { ...NO_MEASURES, characters: 1000 };
const UNMEASURED_ARMS = { incumbent: UNMEASURED, candidate: UNMEASURED };

/** A run of about twenty seconds, or of so many times that. */
function timed(random: () => number, times = 1) {
  const durationMs = 20_000 * times * Math.exp(0.3 * drawNormal(random));
  return measureRun({ durationMs, toolCalls: [], metadata: {} });
}

/** How many runs a canary with a guardrail on durations takes, as the service plays it. */
function guardedRuns(random: () => number): number {
  const arms = new RunningArms();
  const measures = { ...UNMEASURED_ARMS };
  const incumbent = RATES[0] + (RATES[1] - RATES[0]) * random();
  const rates = { incumbent, candidate: Math.min(0.99, incumbent + 0.1 * drawNormal(random)) };
  const slower = Math.exp(0.1 * drawNormal(random));
  for (let run = 1; ; run++) {
    const chance = evenChance(arms.evidence, BOUNDS, arms.better) ?? arms.better;
    const { arm } = chooseArm(arms.evidence, { floor: FLOOR, rule: 'posterior' }, random(), chance);
    arms.credit(arm, random() < rates[arm]);
    const more = addMeasures(measures[arm], timed(random, arm === 'candidate' ? slower : 1));
    measures[arm] = { ...more, characters: 1000 };
    const { evidence, better } = arms;
    const state = { evidence, bounds: BOUNDS, better, guarded: { rules: RULES, measures } };
    const verdict = guardedVerdict(posteriorVerdict(evidence, BOUNDS, better), state);
    if (verdict.decision !== 'continue') return run;
  }
}

describe('the forecast of a canary with guardrails', () => {
  const random = seededRandom(3);
  const usual = Array.from({ length: 60 }, () => timed(random)).reduce((sums, run) => addMeasures(sums, run));
  const state = { ...START, rule: 'posterior' as const, boundary: null };
  const forecastWith = (guarded: Partial<GuardedRuns>) =>
    forecastEnding({ ...state, guarded: { rules: RULES, measures: UNMEASURED_ARMS, usual, ...guarded } });

  it('holds the number of its runs in about four of five', () => {
    const told = forecastWith({});
    const taken = Array.from({ length: 300 }, () => guardedRuns(random));
    const share = (holds: (runs: number) => boolean) => taken.filter(holds).length / taken.length;
    expect(share((runs) => runs >= told.low && runs <= told.high)).toBeGreaterThan(0.7);
    expect(share((runs) => runs >= told.low && runs <= told.high)).toBeLessThan(0.9);
    expect(share((runs) => runs <= told.middle)).toBeGreaterThan(0.4);
    expect(share((runs) => runs <= told.middle)).toBeLessThan(0.6);
    expect(told.middle).toBeGreaterThan(forecastEnding(state).middle);
  });

  it('is shorter once the candidate is clearly slower', () => {
    const slow = Array.from({ length: 30 }, () => timed(random, 2)).reduce((sums, run) =>
      addMeasures(sums, run),
    );
    const evidence = { incumbent: { weight: 30, reward: 20 }, candidate: { weight: 30, reward: 20 } };
    const measures = { incumbent: { ...usual, characters: 1000 }, candidate: { ...slow, characters: 1000 } };
    const guarded = { rules: RULES, measures, usual: NO_MEASURES };
    expect(forecastEnding({ ...state, evidence, guarded }).middle).toBe(1);
  });

  it('lasts until the maximum of the candidate where no run tells what is guarded, unless it does worse', () => {
    const rules = { margins: { tokens: 0.1 }, cheaper: null };
    const better = { incumbent: { weight: 60, reward: 30 }, candidate: { weight: 60, reward: 57 } };
    const { low, high } = forecastEnding({
      ...{ ...state, evidence: better },
      guarded: { rules, measures: UNMEASURED_ARMS, usual },
    });
    expect(low).toBeGreaterThan(BOUNDS.maxSamples - 60);
    expect(high).toBeLessThan(3 * BOUNDS.maxSamples);
  });
});
