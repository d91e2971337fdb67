/**
 * Does what was learned help? Sessions that were served skills are compared with the holdout that was not, and
 * the answer says what is known and no more: means and interval of the posteriors, whether zero is excluded,
 * an interval that survives being watched, and how much more traffic an answer takes.
 *
 * The session is the unit, because it is what the holdout is drawn by: its runs resemble each other, and five of them
 * say little more than one.
 */
import { type Beta, beta, type Evidence, type Interval, mean, variance } from './beta.ts';
import { differenceInterval } from './difference.ts';
import { asymptoticDeviation } from './martingale-bound.ts';
import type { GroupSessions, SessionSums } from './session-sums.ts';

/** What was served skills and what was not, in runs and in sessions. */
export type Groups = {
  readonly treated: Evidence;
  readonly holdout: Evidence;
  readonly sessions: GroupSessions;
};

/** The comparison as the interface shows it; rates and lifts in shares of 1, `_n` in summed strength of runs. */
export type LearningLift = {
  treatedSuccess: number;
  treatedN: number;
  holdoutSuccess: number;
  holdoutN: number;
  lift: number;
  lift90ci: [number, number];
  significant: boolean;
  enough: boolean;
  liftAlwaysValid: [number, number];
  episodesToDetect: number | null;
};

/** Sessions, and evidence, of each group from which on a lift may be read: below it the prior says more than they do. */
export const ENOUGH_EVIDENCE = 5;

const LEVEL = 0.9;
/** Standard normal quantiles at 95 % (one end of a 90 % interval) and at the stated power of 80 %. */
const Z_INTERVAL = 1.6448536269514722;
const Z_POWER = 0.8416212335729143;
/** A tenth of a point: below this there is no lift whose detection is worth a forecast. */
const NO_LIFT = 0.001;

/**
 * What sessions say of a success rate, as a Beta distribution with the mean and the variance of their means. The
 * uniform prior stands for two sessions more, one that succeeded and one that failed. Where each session is one run with a
 * whole reward this is the usual Beta(1 + successes, 1 + failures); sessions whose means lie closer together than
 * that are worth more, in proportion.
 */
export function sessionPosterior({ sessions, sum, squares }: SessionSums): Beta {
  const count = sessions + 2;
  const rate = (sum + 1) / count;
  const coin = rate * (1 - rate);
  const variance = Math.min(coin, Math.max((squares + 1) / count - rate ** 2, 0));
  // Rounding must not let the variance of the two sessions of the prior go.
  const worth = (count * coin) / Math.max(variance, LEAST_VARIANCE / count);
  return beta(rate * worth, (1 - rate) * worth);
}

/** The two sessions of the prior alone give at least this sum of squares around any mean. */
const LEAST_VARIANCE = 0.5;

/** Whether both groups have so much that their lift may be read. */
export function isComparable({ treated, holdout, sessions }: Groups): boolean {
  const amounts = [treated.weight, holdout.weight, sessions.treated.sessions, sessions.holdout.sessions];
  return Math.min(...amounts) >= ENOUGH_EVIDENCE;
}

/**
 * Compares treated with holdout sessions. All figures are numbers even without evidence (the prior's);
 * without evidence on a side `significant` is false and `episodesToDetect` null.
 */
export function learningLift(groups: Groups): LearningLift {
  const { treated, holdout, sessions } = groups;
  const treatedPosterior = sessionPosterior(sessions.treated);
  const holdoutPosterior = sessionPosterior(sessions.holdout);
  const [low, high] = differenceInterval(holdoutPosterior, treatedPosterior, LEVEL);
  const [alwaysLow, alwaysHigh] = alwaysValidLift(sessions);
  const compared = sessions.treated.sessions > 0 && sessions.holdout.sessions > 0;
  const significant = compared && (low > 0 || high < 0);
  return {
    treatedSuccess: mean(treatedPosterior),
    treatedN: treated.weight,
    holdoutSuccess: mean(holdoutPosterior),
    holdoutN: holdout.weight,
    lift: mean(treatedPosterior) - mean(holdoutPosterior),
    lift90ci: [low, high],
    significant,
    enough: isComparable(groups),
    liftAlwaysValid: [alwaysLow, alwaysHigh],
    episodesToDetect: significant ? 0 : episodesToDetect(groups),
  };
}

/**
 * The interval of the lift that may be read at any time, however often: it covers the lift at all times at once with
 * probability 1 − `error`, in the limit of many sessions (the asymptotic confidence sequence for the effect of a randomised
 * treatment of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences", Annals of Statistics 52, 2024). Simulated from the fifth session of each group on, with rates from 0.1 to
 * 0.95, it misses in at most 9 %. Without a session on a side it holds every lift.
 */
export function alwaysValidLift({ treated, holdout }: GroupSessions, error = 1 - LEVEL): Interval {
  if (!(treated.sessions > 0 && holdout.sessions > 0)) return [-1, 1];
  // As many pairs of sessions would be as sure.
  const count = 1 / (1 / treated.sessions + 1 / holdout.sessions);
  const squares = count ** 2 * (errorOf(treated) + errorOf(holdout));
  const distance = asymptoticDeviation(squares, count, error) / count;
  const lift = treated.sum / treated.sessions - holdout.sum / holdout.sessions;
  return [Math.max(-1, lift - distance), Math.min(1, lift + distance)];
}

/** The variance of a group's mean, of its sessions and the two of the prior. */
function errorOf(sums: SessionSums): number {
  const { a, b } = sessionPosterior(sums);
  return (variance({ a, b }) * (a + b + 1) * (sums.sessions + 2)) / ((a + b) * sums.sessions);
}

/** The verdict that may be read at any time: 1 where learning helps, −1 where it hurts, 0 where neither is shown. */
export function liftSide({
  enough,
  liftAlwaysValid,
}: Pick<LearningLift, 'enough' | 'liftAlwaysValid'>): -1 | 0 | 1 {
  const [low, high] = liftAlwaysValid;
  if (!enough || (low <= 0 && high >= 0)) return 0;
  return low > 0 ? 1 : -1;
}

/**
 * Further rewarded episodes after which the 90 % interval excludes zero with 80 % power, if the rates, the share of the
 * holdout and the runs of a session stay as they are: n = (z₀.₉₅ + z₀.₈)² · (v₁/f₁ + v₂/f₂) / lift² sessions in all, v the
 * variance of a session and f the groups' shares of the sessions, less what is there (the usual sample size of two
 * means). Null without evidence on a side or without a lift.
 */
export function episodesToDetect({ treated, holdout, sessions }: Groups): number | null {
  const total = sessions.treated.sessions + sessions.holdout.sessions;
  if (!(sessions.treated.sessions > 0 && sessions.holdout.sessions > 0)) return null;
  const lift = mean(sessionPosterior(sessions.treated)) - mean(sessionPosterior(sessions.holdout));
  if (Math.abs(lift) < NO_LIFT) return null;
  const spread = total * (errorOf(sessions.treated) + errorOf(sessions.holdout));
  const needed = ((Z_INTERVAL + Z_POWER) ** 2 * spread) / lift ** 2;
  const runsEach = (treated.weight + holdout.weight) / total;
  return Math.max(1, Math.ceil((needed - total) * runsEach));
}
