/** When the holdout will say whether learning helps, and what it can find, at present traffic. */
import { variance } from './beta.ts';
import { ENOUGH_EVIDENCE, type Groups, learningLift, liftSide, sessionPosterior } from './learning-lift.ts';
import {
  daysUntil,
  type Estimate,
  type EvidenceNeeded,
  findableInAWeek,
  neededForDifference,
} from './when-known.ts';

export type LiftOutlook = {
  /** Until both groups can be compared, or the lift is clear at any time if it is real; null once it is clear. */
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
function furtherEvidence(groups: Groups, shares: readonly [number, number]): EvidenceNeeded | null {
  const { treated, holdout, sessions } = groups;
  const lift = learningLift(groups);
  if (liftSide(lift) !== 0) return null;
  const total = treated.weight + holdout.weight;
  if (!lift.enough) {
    const runsEach = total / Math.max(1, sessions.treated.sessions + sessions.holdout.sessions);
    const missing = [treated, holdout].map(({ weight }, group) => {
      const own = group === 0 ? sessions.treated : sessions.holdout;
      const runs = Math.max(ENOUGH_EVIDENCE - weight, (ENOUGH_EVIDENCE - own.sessions) * runsEach, 0);
      return runs / (shares[group] ?? 0);
    });
    const most = Math.max(...missing.filter((one) => !Number.isNaN(one)));
    return Number.isFinite(most) ? { low: most, middle: most, high: most } : null;
  }
  const posteriors = [sessionPosterior(sessions.treated), sessionPosterior(sessions.holdout)];
  const error = Math.sqrt(posteriors.reduce((sum, posterior) => sum + variance(posterior), 0));
  const [low, high] = lift.liftAlwaysValid;
  return neededForDifference(total, { difference: lift.lift, error, reach: (high - low) / 2 / error });
}
