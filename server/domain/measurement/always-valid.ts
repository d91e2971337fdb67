/**
 * Intervals that may be read after every episode. A posterior interval is honest for one planned look; people
 * look at a dashboard whenever they like, and then it misses more often than it says. These hold at all times
 * at once.
 */
import { beta, betaPosterior, type Evidence, type Interval, logNormaliser } from './beta.ts';

/**
 * A confidence sequence for the mean of rewards in [0, 1]: with probability `level` the true mean lies in the
 * interval at every moment of the evidence's growth. It holds the rates at which the posterior's density is
 * still at least (1 − level) times the uniform prior's, the prior-posterior ratio of Waudby-Smith and Ramdas
 * ("Confidence sequences for sampling without replacement", NeurIPS 2020, section 3.1) with Ville's
 * inequality.
 *
 * The ratio is a supermartingale for any rewards in [0, 1], not for 0 and 1 alone, because the Bernoulli
 * likelihood ratio is convex in the reward; and for strengths in [0, 1] known before the reward, because
 * E[f^s] ≤ (E f)^s.
 */
export function alwaysValidMean(evidence: Evidence, level: number): Interval {
  const posterior = betaPosterior(evidence);
  const successes = posterior.a - 1;
  const failures = posterior.b - 1;
  const floor = Math.log(1 - level) + logNormaliser(beta(posterior.a, posterior.b));
  const excess = (rate: number) => term(successes, rate) + term(failures, 1 - rate) - floor;
  const peak = successes + failures > 0 ? successes / (successes + failures) : 0.5;
  const low = successes > 0 ? crossing(excess, 0, peak) : 0;
  const high = failures > 0 ? crossing(excess, 1, peak) : 1;
  return [low, high];
}

/**
 * A confidence sequence for the treated mean minus the holdout mean, each taken at half the error, so that
 * both hold at once with probability `level` (union bound). Conservative, and free of any assumption on how
 * the groups share traffic.
 */
export function alwaysValidDifference(treated: Evidence, holdout: Evidence, level: number): Interval {
  const each = (1 + level) / 2;
  const [treatedLow, treatedHigh] = alwaysValidMean(treated, each);
  const [holdoutLow, holdoutHigh] = alwaysValidMean(holdout, each);
  return [treatedLow - holdoutHigh, treatedHigh - holdoutLow];
}

/** count · ln(rate), where no evidence at rate 0 says nothing. */
function term(count: number, rate: number): number {
  return count === 0 ? 0 : count * Math.log(rate);
}

const HALVINGS = 60;

/**
 * Where `excess`, positive at `inside` and falling towards `outside`, crosses zero, seen from the safe side.
 */
function crossing(excess: (rate: number) => number, outside: number, inside: number): number {
  let out = outside;
  let held = inside;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (out + held) / 2;
    if (excess(middle) >= 0) held = middle;
    else out = middle;
  }
  return out;
}
