/**
 * The lift over time: what each week says by itself, and since when the weeks together have said what they
 * say now. A week with too little evidence has no lift: nothing is drawn from the prior alone.
 */

import { addEvidence } from '../runs/reward.ts';
import { type Evidence, type Interval, mean, NO_EVIDENCE } from './beta.ts';
import { differenceInterval } from './difference.ts';
import { alwaysValidLift, type Groups, isComparable, liftSide, sessionPosterior } from './learning-lift.ts';
import { addSessions, NO_SESSIONS, type SessionSums, subtractSessions } from './session-sums.ts';

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

/** The last `weeks` weeks together, the present one included, beside as many before them; each null where it is too little. */
export type LiftRange = { readonly weeks: number; readonly lift: Lift; readonly before: Lift };

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

/** The evidence of several weeks together. */
export function sumWeeks(weeks: readonly Groups[]): Groups {
  const evidence = (group: 'treated' | 'holdout') =>
    weeks.reduce((sum, week) => addEvidence(sum, week[group]), NO_EVIDENCE);
  const sessions = (group: 'treated' | 'holdout') =>
    weeks.reduce((sums, week) => addSessions(sums, week.sessions[group]), NO_SESSIONS);
  return {
    ...{ treated: evidence('treated'), holdout: evidence('holdout') },
    sessions: { treated: sessions('treated'), holdout: sessions('holdout') },
  };
}

/** The last `count` of the weeks in `span`, oldest first, compared with the `count` before them. */
export function liftRange(count: number, span: readonly string[], weeks: readonly LiftWeek[]): LiftRange {
  const within = (from: number, to: number) => {
    const names = span.slice(Math.max(0, span.length - from), Math.max(0, span.length - to));
    return liftOf(sumWeeks(weeks.filter(({ week }) => names.includes(week))));
  };
  return { weeks: count, lift: within(count, 0), before: within(2 * count, count) };
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
