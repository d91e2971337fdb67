/** What is known of a skill's lift, in sentences that claim no more than the interval shows. Pure. */
import type { SkillLift } from '../../../server/domain/measurement/show-skill-lift.ts';
import { pointsText } from '../../charts/evidence-number.ts';
import { estimateText, findableText, NO_ESTIMATE } from '../../charts/when-known-text.ts';
import { counted } from '../../ui/text/counted.ts';

export type { SkillLift };

/** The finding: whether runs go better with the skill than without it, or when that will be known. */
export function liftFinding(lift: SkillLift): string {
  const { reward } = lift;
  if (reward === null) return waitingText(lift);
  const [low, high] = reward.alwaysValid;
  const by = `by ${points(Math.abs(reward.mean))}`;
  if (low > 0)
    return `Runs with the skill succeed more often than runs without it: ${by}, at least ${points(low)}.`;
  if (high < 0)
    return `Runs with the skill succeed less often than runs without it: ${by}, at least ${points(-high)}.`;
  return `Not clear yet: runs with the skill succeed between ${pointsText(low)} and ${pointsText(high)} points more often than without it.`;
}

/** "No evidence yet: at current traffic it takes about 3 weeks, between 2 weeks and 5 weeks." */
export function waitingText(props: SkillLift): string {
  const { heldBackN, daysUntilEnough: days, daysUntilEnoughRange: range } = props;
  const known = heldBackN === 0 ? 'No evidence yet' : 'Too little evidence yet';
  const [soonest, latest] = range ?? [];
  if (days === null || soonest === undefined || latest === undefined) return `${known}.`;
  return `${known}: at current traffic it takes ${estimateText({ days, soonest, latest })}.`;
}

/** What current traffic can find, where the lift is being measured. */
export function outlookText({ findableInAWeek: findable }: SkillLift): string {
  return findable === null ? NO_ESTIMATE : `${findableText({ findable })} (Estimate.)`;
}

/** A size of a difference: "7.4 points". */
const points = (share: number) => `${(share * 100).toFixed(1)} points`;

/** How long runs take with the skill; null where that is not known. */
export function durationText({ duration }: SkillLift): string | null {
  if (duration === null) return null;
  const [low, high] = duration.alwaysValid;
  const change = (ratio: number) => `${Math.abs(Math.round((ratio - 1) * 100))} %`;
  if (high < 1) return `Runs with the skill take ${change(duration.mean)} less time.`;
  if (low > 1) return `Runs with the skill take ${change(duration.mean)} more time.`;
  return 'No clear difference in duration.';
}

/** How long its text is, and what each 1,000 characters of it earn; null where it was never served. */
export function sizeText({ characters, rewardPer1000Characters: earned }: SkillLift): string | null {
  if (characters === null) return null;
  const length = `Its text has ${counted(Math.round(characters), 'character')}`;
  return earned === null ? `${length}.` : `${length}: ${pointsText(earned)} points for each 1,000.`;
}
