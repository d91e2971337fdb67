/**
 * Does what was learned help? Runs that were served skills are compared with the holdout that was not, and
 * the answer says what is known and no more: means and interval of the posteriors, whether zero is excluded,
 * an interval that survives being watched, and how much more traffic an answer takes.
 */
import { alwaysValidDifference } from './always-valid.ts';
import { betaPosterior, type Evidence, mean } from './beta.ts';
import { differenceInterval } from './difference.ts';

/** The comparison as the interface shows it; rates and lifts in shares of 1, `_n` in summed strength. */
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

/** Evidence of each group from which on a lift may be read: below it the prior says more than the runs. */
export const ENOUGH_EVIDENCE = 5;

const LEVEL = 0.9;
/** Standard normal quantiles at 95 % (one end of a 90 % interval) and at the stated power of 80 %. */
const Z_INTERVAL = 1.6448536269514722;
const Z_POWER = 0.8416212335729143;
/** A tenth of a point: below this there is no lift whose detection is worth a forecast. */
const NO_LIFT = 0.001;

/**
 * Compares treated with holdout evidence. All figures are numbers even without evidence (the prior's);
 * without evidence on a side `significant` is false and `episodesToDetect` null.
 */
export function learningLift(treated: Evidence, holdout: Evidence): LearningLift {
  const treatedPosterior = betaPosterior(treated);
  const holdoutPosterior = betaPosterior(holdout);
  const [low, high] = differenceInterval(holdoutPosterior, treatedPosterior, LEVEL);
  const [alwaysLow, alwaysHigh] = alwaysValidDifference(treated, holdout, LEVEL);
  const compared = treated.weight > 0 && holdout.weight > 0;
  const significant = compared && (low > 0 || high < 0);
  return {
    treatedSuccess: mean(treatedPosterior),
    treatedN: treated.weight,
    holdoutSuccess: mean(holdoutPosterior),
    holdoutN: holdout.weight,
    lift: mean(treatedPosterior) - mean(holdoutPosterior),
    lift90ci: [low, high],
    significant,
    enough: treated.weight >= ENOUGH_EVIDENCE && holdout.weight >= ENOUGH_EVIDENCE,
    liftAlwaysValid: [alwaysLow, alwaysHigh],
    episodesToDetect: significant ? 0 : episodesToDetect(treated, holdout),
  };
}

/**
 * Further rewarded episodes after which the 90 % interval excludes zero with 80 % power, if the rates and the
 * share of the holdout stay as they are: n = (z₀.₉₅ + z₀.₈)² · (p₁q₁/f₁ + p₂q₂/f₂) / lift² in all, f the
 * groups' shares of the evidence, less what is there (the usual sample size of two proportions). Null without
 * evidence on a side or without a lift.
 */
export function episodesToDetect(treated: Evidence, holdout: Evidence): number | null {
  const total = treated.weight + holdout.weight;
  if (!(treated.weight > 0 && holdout.weight > 0)) return null;
  const treatedRate = mean(betaPosterior(treated));
  const holdoutRate = mean(betaPosterior(holdout));
  const lift = treatedRate - holdoutRate;
  if (Math.abs(lift) < NO_LIFT) return null;
  const spread =
    (treatedRate * (1 - treatedRate) * total) / treated.weight +
    (holdoutRate * (1 - holdoutRate) * total) / holdout.weight;
  const needed = ((Z_INTERVAL + Z_POWER) ** 2 * spread) / lift ** 2;
  return Math.max(1, Math.ceil(needed - total));
}
