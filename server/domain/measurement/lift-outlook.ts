/** When the holdout will say whether learning helps, and what it can find, at present traffic. */
import { betaPosterior, variance } from './beta.ts';
import { ENOUGH_EVIDENCE, learningLift } from './learning-lift.ts';
import type { Groups } from './lift-course.ts';
import { daysUntil, type Estimate, findableInAWeek, type Needed, neededForDifference } from './when-known.ts';

export type LiftOutlook = {
  /** Until both groups can be compared, or the lift is clear if it is real; null once it is clear. */
  estimate: Estimate | null;
  /** The smallest lift that a week of such traffic shows; null for none, also without a holdout. */
  findable: number | null;
};

/** Of all evidence and that of the last `days` days. Null without traffic. */
export function liftOutlook(total: Groups, recent: Groups, days: number): LiftOutlook | null {
  const evidence = recent.treated.weight + recent.holdout.weight;
  if (!(evidence > 0 && days > 0)) return null;
  const reward = recent.treated.reward + recent.holdout.reward;
  const shares: [number, number] = [recent.treated.weight / evidence, recent.holdout.weight / evidence];
  const traffic = { evidence, reward, days };
  const findable = Math.min(...shares) > 0 ? findableInAWeek(traffic, shares) : null;
  const needed = furtherEvidence(total, shares);
  return { estimate: needed && daysUntil(needed, traffic), findable };
}

/** Until both groups have enough; then until the lift is clear. Null where it is, or one group gets no more. */
function furtherEvidence({ treated, holdout }: Groups, shares: readonly [number, number]): Needed | null {
  const { lift, enough, significant } = learningLift(treated, holdout);
  if (significant && enough) return null;
  if (!enough) {
    const missing = [treated, holdout].map(
      ({ weight }, group) => Math.max(0, ENOUGH_EVIDENCE - weight) / (shares[group] ?? 0),
    );
    const most = Math.max(...missing.filter((one) => !Number.isNaN(one)));
    return Number.isFinite(most) ? { low: most, middle: most, high: most } : null;
  }
  const error = Math.sqrt(variance(betaPosterior(treated)) + variance(betaPosterior(holdout)));
  return neededForDifference(treated.weight + holdout.weight, { difference: lift, error });
}
