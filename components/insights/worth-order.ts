/** Which skills' worth is known, and which of them hurt. Pure. */
import type { SkillLift } from '../skills/worth/worth-text.ts';
import type { SkillRate } from './insight-types.ts';

export type MeasuredWorth = SkillRate & { worth: SkillLift };
export type KnownWorth = MeasuredWorth & { worth: { reward: NonNullable<SkillLift['reward']> } };

export const isMeasured = (skill: SkillRate): skill is MeasuredWorth => skill.worth !== null;
export const isKnown = (skill: MeasuredWorth): skill is KnownWorth => skill.worth.reward !== null;
export const inService = ({ status }: SkillRate) => status === 'active' || status === 'stale';

/** Skills in service that surely make runs worse: somebody has to decide about them. */
export function hurtingSkills(skills: readonly SkillRate[]): KnownWorth[] {
  return byWorth(skills).filter((skill) => skill.worth.hurts && inService(skill));
}

/** The worst first; without those of which nothing is known yet. */
export function byWorth(skills: readonly SkillRate[]): KnownWorth[] {
  const known = skills.filter(isMeasured).filter(isKnown);
  return known.toSorted((a, b) => a.worth.reward.alwaysValid[1] - b.worth.reward.alwaysValid[1]);
}

/** Where the card stands on the page. */
export const WORTH = 'worth';
