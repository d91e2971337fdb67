import { describe, expect, it } from 'vitest';
import { measuredSums } from '../../testing/samples/measured-lift.ts';
import { DAY_MS } from '../time.ts';
import { showSkillLift } from './show-skill-lift.ts';
import { addLiftRun, type LiftRun, NO_SKILL_LIFT, recentShare } from './skill-lift-sums.ts';

const at = new Date('2026-03-01T00:00:00.000Z');
const measured = { sessions: 1000, served: 0.5, heldBack: 0.5, characters: 500, at };

describe('the lift of a skill', () => {
  it('tells effects with both intervals, and what each thousand characters earn', () => {
    const lift = showSkillLift(measuredSums({ ...measured, served: 0.9, heldBack: 0.5 }), at);
    expect(lift).toMatchObject({ enough: true, daysUntilEnough: null, hurts: false, characters: 500 });
    expect(lift.reward?.mean).toBeCloseTo(0.4, 1);
    expect(lift.reward?.alwaysValid[0]).toBeGreaterThan(0);
    expect(lift.rewardPer1000Characters).toBeCloseTo(2 * (lift.reward?.mean ?? 0), 10);
    // Nine in ten take one second, one two; without the skill every other takes two.
    expect(lift.duration?.mean).toBeCloseTo(2 ** -0.4, 1);
    expect(lift.duration?.alwaysValid[1]).toBeLessThan(1);
  });

  it('says that a skill hurts only where the upper bound is below zero', () => {
    const hurts = (served: number, sessions = 1000) =>
      showSkillLift(measuredSums({ ...measured, served, sessions }), at).hurts;
    expect([hurts(0.1), hurts(0.45), hurts(0.5), hurts(0.9)]).toEqual([true, false, false, false]);
    expect(hurts(0.1, 100)).toBe(false);
  });

  it('has no effects before there is enough', () => {
    const lift = showSkillLift(measuredSums({ ...measured, sessions: 100 }), at);
    expect(lift).toMatchObject({
      enough: false,
      reward: null,
      duration: null,
      rewardPer1000Characters: null,
    });
    const days = lift.daysUntilEnough ?? 0;
    expect(days).toBeGreaterThan(0);
    const [soonest = 0, latest = 0] = lift.daysUntilEnoughRange ?? [];
    expect(soonest).toBeLessThan(days);
    expect(latest).toBeGreaterThan(days);
    expect(lift.findableInAWeek).toBeGreaterThan(0);
    const quiet = new Date(at.getTime() + 15 * DAY_MS);
    expect(showSkillLift(measuredSums({ ...measured, sessions: 100 }), quiet)).toMatchObject({
      ...{ daysUntilEnough: null, daysUntilEnoughRange: null, findableInAWeek: null },
    });
    expect(showSkillLift(NO_SKILL_LIFT, at)).toMatchObject({
      ...{ servedN: 0, servedSuccess: null, heldBackN: 0, characters: null, daysUntilEnough: null },
    });
  });
});

describe('the pace of evidence', () => {
  const run = (day: number): LiftRun => ({
    ...{ part: 'served', probability: 0.05, rate: 0.05, runs: 1, characters: 1 },
    at: new Date(at.getTime() + day * DAY_MS),
    ...{ evidence: { weight: 1, reward: 1 }, duration: { weight: 0, reward: 0 } },
  });
  const paceAfter = (perDay: (day: number) => number, days: number) => {
    let sums = NO_SKILL_LIFT;
    for (let day = 0; day < days; day++) {
      for (let i = 0; i < perDay(day); i++)
        sums = addLiftRun({ sums, unit: null }, run(day + i / perDay(day))).sums;
    }
    const recent = recentShare(sums, new Date(at.getTime() + days * DAY_MS));
    return recent === null ? 0 : recent.share / recent.days;
  };
  const each = 0.05 * 0.95;

  it('is what is added a day, also soon after the beginning', () => {
    for (const days of [1, 3, 60]) {
      const pace = paceAfter(() => 20, days);
      expect(pace / (20 * each)).toBeGreaterThan(0.95);
      expect(pace / (20 * each)).toBeLessThan(1.05);
    }
  });

  it('follows the traffic of the last weeks', () => {
    expect(paceAfter((day) => (day < 40 ? 20 : 5), 80)).toBeLessThan(6 * each);
    expect(paceAfter((day) => (day < 40 ? 5 : 20), 80)).toBeGreaterThan(19 * each);
  });

  it('is unknown without a run', () => {
    expect(recentShare(NO_SKILL_LIFT, at)).toBeNull();
  });
});
