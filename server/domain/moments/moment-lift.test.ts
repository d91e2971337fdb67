import { describe, expect, it } from 'vitest';
import { momentSums } from '../../testing/samples/moment-sessions.ts';
import { seededRandom } from '../seeded-random.ts';
import { MOMENT_ARMS, type MomentArm } from './moment-arm.ts';
import {
  addMomentRun,
  type CostChange,
  ENOUGH_SESSIONS,
  type MomentSums,
  type MomentUnit,
  moveMomentSums,
  NO_MOMENT_LIFT,
  showMomentLift,
} from './moment-lift.ts';

const EQUAL = { start: 1000, moment: 1000, both: 1000 };
const NOTHING = { n: 0, sum: 0, squares: 0 };
const once = (value: number) => ({ n: 1, sum: value, squares: value * value });

/** A session of several runs that resemble each other: each succeeds as the session does, or by chance. */
function sessionOf(arm: MomentArm, rate: number, random: () => number): MomentUnit {
  const own = random() < rate ? 1 : 0;
  const runs = 1 + Math.floor(random() * 5);
  let unit: MomentUnit | null = null;
  for (let i = 0; i < runs; i++) {
    const reward = random() < 0.7 ? own : Number(random() < rate);
    unit = addMomentRun(unit, {
      part: { unit: 'u', arm, skills: i === 0 ? ['s'] : [], characters: 400 },
      ...{ runs: 1, evidence: { weight: 1, reward } },
      measures: {
        duration: once(Math.log(500 + 1000 * random())),
        tool_calls: once(Math.floor(6 * random())),
      },
    });
  }
  if (unit === null) throw new Error('a session has a run');
  return unit;
}

function excludes({ alwaysValid: [low = 0, high = 0] }: { alwaysValid: readonly number[] }, effect: number) {
  return effect < low || effect > high;
}

/** No arm costs more or less here. */
const isClaimed = ({ low, high }: CostChange) => (low ?? -1) > 0 || (high ?? 1) < 0;

/** Looks after each session from the least that may be read on: whether a lift, and a cost, ever missed its truth. */
function watch(truth: Record<MomentArm, number>, sessions: number, random: () => number) {
  let sums: MomentSums = NO_MOMENT_LIFT;
  const missed = { lift: false, cost: false };
  for (let i = 0; i < sessions; i++) {
    const arm = MOMENT_ARMS[Math.floor(3 * random())] ?? 'start';
    sums = moveMomentSums(sums, '', { before: null, after: sessionOf(arm, truth[arm], random) });
    if (i < 3 * ENOUGH_SESSIONS || i % 5 > 0) continue;
    const { enough, lifts } = showMomentLift(sums);
    missed.lift ||= enough && lifts.some((lift) => excludes(lift, truth[lift.arm] - truth.start));
    missed.cost ||= lifts.some(({ costs }) => costs.some(isClaimed));
  }
  return missed;
}

describe('rules at the moment compared with rules at the start', () => {
  it.each([
    ['without an effect', { start: 0.6, moment: 0.6, both: 0.6 }],
    ['with one', { start: 0.5, moment: 0.7, both: 0.6 }],
    ['near certain success', { start: 0.95, moment: 0.95, both: 0.9 }],
  ])('keeps both intervals over the truth in 9 of 10 worlds, looked at all the time: %s', (_name, truth) => {
    const random = seededRandom(7);
    const worlds = 200;
    let [lifts, costs] = [0, 0];
    for (let world = 0; world < worlds; world++) {
      const missed = watch(truth, 400, random);
      lifts += Number(missed.lift);
      costs += Number(missed.cost);
    }
    expect(lifts / worlds).toBeLessThanOrEqual(0.1);
    expect(costs / worlds).toBeLessThanOrEqual(0.1);
  });

  it('finds an effect that is there, and what an arm costs', () => {
    const sums = momentSums(200, { start: 0.5, moment: 0.75, both: 0.5 }, { ...EQUAL, both: 2000 });
    const { enough, lifts } = showMomentLift(sums);
    expect(enough).toBe(true);
    const [moment, both] = lifts;
    expect(moment?.lift).toBeCloseTo(0.25, 9);
    expect(moment?.alwaysValid[0]).toBeGreaterThan(0);
    expect(both?.alwaysValid[0]).toBeLessThan(0);
    expect(moment?.costs.find(({ cost }) => cost === 'tokens')?.change).toBeCloseTo(-2 / 3, 9);
    expect(both?.costs.find(({ cost }) => cost === 'duration')?.low).toBeGreaterThan(0.5);
  });

  it('counts a session from its first run on, once any of them was served a rule with a trigger', () => {
    const measures = { duration: NOTHING, tool_calls: once(2) };
    const run = (skills: string[], reward: number) => ({
      ...{ part: { unit: 'u', arm: 'both' as const, skills, characters: 40 }, runs: 1, measures },
      evidence: { weight: 1, reward },
    });
    const first = addMomentRun(null, run([], 0));
    const before = moveMomentSums(NO_MOMENT_LIFT, '', { before: null, after: first });
    expect(before).toEqual(NO_MOMENT_LIFT);
    const second = addMomentRun(first, run(['s'], 1));
    const counted = moveMomentSums(before, '', { before: first, after: second });
    expect(counted.both).toMatchObject({ runs: 2, rewards: { sessions: 1, sum: 0.5 } });
    expect(moveMomentSums(NO_MOMENT_LIFT, 'other', { before: null, after: second })).toEqual(NO_MOMENT_LIFT);
    const back = addMomentRun(second, { ...run(['s'], -1), runs: -1, evidence: { weight: -1, reward: -1 } });
    const gone = moveMomentSums(counted, '', { before: second, after: back });
    expect(gone.both).toMatchObject({ runs: 0, rewards: { sessions: 0 } });
  });
});
