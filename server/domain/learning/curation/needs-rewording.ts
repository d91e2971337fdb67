/** Rules that being shown right before a call does not help. */
import { betaPosterior, type Evidence, interval } from '../../measurement/beta.ts';

interface Adherences {
  readonly followed: number;
  readonly broken: number;
  readonly followedFailed: number;
}

const LEVEL = 0.95;

/** Below it a rule is hardly followed: two runs of three do as if it were not there. 0 of 9 runs are enough, or 1 of 14. */
const HARDLY = 1 / 3;

/** Above it the runs that follow a rule mostly fail. 5 of 5 runs are enough. */
const MOSTLY = 1 / 2;

/**
 * Whether a rule is hardly followed, or followed in runs that mostly fail. By the interval of the share, since of a rule that was
 * shown three times a raw share says nothing. A run without a reward counts as one that did not fail.
 */
export function needsRewording({ followed, broken, followedFailed }: Adherences): boolean {
  const [, most] = intervalOf({ weight: followed + broken, reward: followed });
  const [least] = intervalOf({ weight: followed, reward: followedFailed });
  return most < HARDLY || least > MOSTLY;
}

function intervalOf(evidence: Evidence) {
  return interval(betaPosterior(evidence), LEVEL);
}
