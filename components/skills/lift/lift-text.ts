/** What is known of a skill's lift, in a sentence that claims no more than the interval shows. Pure. */
import type { Outputs } from '../../api/trpc.ts';
import { pointsText } from '../../charts/evidence-number.ts';

export type SkillLift = NonNullable<Outputs['skills']['measurement']['worth']>;

/** Whether runs go better with the skill than without it. */
export function liftFinding({ effect, effectAlwaysValid, heldBackN }: SkillLift): string {
  if (effect === null || effectAlwaysValid === null)
    return heldBackN === 0 ? 'No evidence yet.' : 'Too little evidence yet.';
  const [low = -1, high = 1] = effectAlwaysValid;
  const by = `by ${points(Math.abs(effect))}`;
  if (low > 0)
    return `Runs with the skill succeed more often than runs without it: ${by}, at least ${points(low)}.`;
  if (high < 0)
    return `Runs with the skill succeed less often than runs without it: ${by}, at least ${points(-high)}.`;
  return `Not clear yet: runs with the skill succeed between ${pointsText(low)} and ${pointsText(high)} points more often than without it.`;
}

/** A size of a difference: "7.4 points". */
const points = (share: number) => `${(share * 100).toFixed(1)} points`;
