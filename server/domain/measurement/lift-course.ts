/**
 * The lift over time: what each week says by itself, and since when the weeks together have said what they
 * say now. A week with too little evidence has no lift: nothing is drawn from the prior alone.
 */

import { type Evidence, type Interval, mean } from './beta.ts';
import { differenceInterval } from './difference.ts';
import { alwaysValidLift, type Groups, isComparable, liftSide, sessionPosterior } from './learning-lift.ts';
import { type SessionSums, subtractSessions } from './session-sums.ts';

/** One week's evidence; `week` is the date of its Monday. */
export type LiftWeek = Groups & { readonly week: string };

/** A week as it is drawn; `lift` and its 90 % interval are null where a group has too little evidence. */
type WeekLift = LiftWeek & { readonly lift: { mean: number; low: number; high: number } | null };

/**
 * `since` is the first of the weeks from whose end on the always-valid interval of all evidence until then has lain on the
 * side of zero where it lies now; `orEarlier` where it lay there before the first of them. Null where the
 * interval holds zero now.
 */
export type LiftCourse = {
  readonly weeks: WeekLift[];
  readonly since: { week: string; orEarlier: boolean } | null;
};

type Lift = WeekLift['lift'];

const LEVEL = 0.9;

function liftOf(groups: Groups): Lift {
  if (!isComparable(groups)) return null;
  const { treated, holdout } = groups.sessions;
  const [served, held] = [sessionPosterior(treated), sessionPosterior(holdout)];
  const [low, high] = differenceInterval(held, served, LEVEL);
  return { mean: mean(served) - mean(held), low, high };
}

function sideOf(groups: Groups): -1 | 0 | 1 {
  const enough = isComparable(groups);
  const liftAlwaysValid: Interval = enough ? alwaysValidLift(groups.sessions) : [-1, 1];
  return liftSide({ enough, liftAlwaysValid: [...liftAlwaysValid] });
}

const less = (a: Evidence, b: Evidence): Evidence => ({
  weight: Math.max(0, a.weight - b.weight),
  reward: Math.max(0, Math.min(a.reward - b.reward, a.weight - b.weight)),
});

function fewer(a: SessionSums, b: SessionSums): SessionSums {
  const { sessions, sum, squares } = subtractSessions(a, b);
  return { sessions: Math.max(0, sessions), sum: Math.max(0, sum), squares: Math.max(0, squares) };
}

/** The course over `weeks`, oldest first; `total` is all evidence until now, also from before them. */
export function liftCourse(total: Groups, weeks: readonly LiftWeek[]): LiftCourse {
  return {
    weeks: weeks.map((week) => ({ ...week, lift: liftOf(week) })),
    since: conclusionSince(total, weeks),
  };
}

/** Goes back week by week until the evidence before says something else. */
function conclusionSince(total: Groups, weeks: readonly LiftWeek[]): LiftCourse['since'] {
  const side = sideOf(total);
  let known: Groups = total;
  let since: LiftCourse['since'] = null;
  if (side === 0) return since;
  for (const { week, treated, holdout, sessions } of weeks.toReversed()) {
    since = { week, orEarlier: false };
    known = {
      ...{ treated: less(known.treated, treated), holdout: less(known.holdout, holdout) },
      sessions: {
        treated: fewer(known.sessions.treated, sessions.treated),
        holdout: fewer(known.sessions.holdout, sessions.holdout),
      },
    };
    if (sideOf(known) !== side) return since;
  }
  return since === null ? null : { ...since, orEarlier: true };
}
