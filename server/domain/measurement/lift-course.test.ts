import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { groupsOfRuns } from '../../testing/samples/measured-lift.ts';
import type { Evidence } from './beta.ts';
import { learningLift, liftSide } from './learning-lift.ts';
import { type LiftWeek, liftCourse } from './lift-course.ts';

const NONE = { weight: 0, reward: 0 };
const evidence = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 100 }))
  .map(([weight, percent]) => ({ weight, reward: (weight * percent) / 100 }));
const weeksOf = (groups: { treated: Evidence; holdout: Evidence }[]): LiftWeek[] =>
  groups.map(({ treated, holdout }, index) => ({
    ...groupsOfRuns(treated, holdout),
    week: `2026-01-${String(index + 1).padStart(2, '0')}`,
  }));
const add = (a: Evidence, b: Evidence) => ({ weight: a.weight + b.weight, reward: a.reward + b.reward });
const sum = (weeks: readonly LiftWeek[]) =>
  groupsOfRuns(
    weeks.map(({ treated }) => treated).reduce(add, NONE),
    weeks.map(({ holdout }) => holdout).reduce(add, NONE),
  );

/** The side of zero on which the lift of some weeks lies, by the figures that the interface shows. */
const sideBy = (weeks: readonly LiftWeek[]): number => liftSide(learningLift(sum(weeks)));

/** The first week such that it and all after it say what the last one says, found from the front. */
function sinceFromTheFront(weeks: readonly LiftWeek[]): string | null {
  const sides = weeks.map((_, index) => sideBy(weeks.slice(0, index + 1)));
  const last = sides.at(-1) ?? 0;
  if (last === 0) return null;
  const first = weeks.findIndex((_, index) => sides.slice(index).every((side) => side === last));
  return weeks[first]?.week ?? null;
}

describe('the lift over time', () => {
  it('has a lift for weeks with enough evidence alone, the same as of those runs by themselves', () => {
    const few = { treated: { weight: 40, reward: 30 }, holdout: { weight: 4, reward: 1 } };
    const enough = { treated: { weight: 40, reward: 30 }, holdout: { weight: 8, reward: 2 } };
    const weeks = weeksOf([few, enough]);
    const { weeks: drawn } = liftCourse(sum(weeks), weeks);
    const alone = learningLift(groupsOfRuns(enough.treated, enough.holdout));
    expect(drawn.map(({ lift }) => lift)).toEqual([
      null,
      { mean: alone.lift, low: alone.lift90ci[0], high: alone.lift90ci[1] },
    ]);
  });

  it('says since when it has been clear, as a walk from the front finds it too', () => {
    const groups = fc.array(fc.record({ treated: evidence, holdout: evidence }), { maxLength: 6 });
    fc.assert(
      fc.property(groups, (some) => {
        const weeks = weeksOf(some);
        const { since } = liftCourse(sum(weeks), weeks);
        expect(since?.week ?? null).toBe(sinceFromTheFront(weeks));
      }),
      { numRuns: cases(60) },
    );
  });

  it('says that it was clear before the first week where older evidence says so', () => {
    const weeks = weeksOf([{ treated: { weight: 5, reward: 5 }, holdout: { weight: 5, reward: 1 } }]);
    const total = groupsOfRuns({ weight: 500, reward: 450 }, { weight: 90, reward: 30 });
    expect(liftCourse(total, weeks).since).toEqual({ week: '2026-01-01', orEarlier: true });
  });
});
