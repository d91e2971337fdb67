/** Of which skills the lift is known, and which of them hurt. Pure. */
import type { SkillLift } from '../skills/lift/lift-text.ts';
import type { SkillRate } from './insight-types.ts';

export type MeasuredLift = SkillRate & { worth: SkillLift };
export type KnownLift = MeasuredLift & { worth: { reward: NonNullable<SkillLift['reward']> } };

export const isMeasured = (skill: SkillRate): skill is MeasuredLift => skill.worth !== null;
export const isKnown = (skill: MeasuredLift): skill is KnownLift => skill.worth.reward !== null;
export const inService = ({ status }: SkillRate) => status === 'active' || status === 'stale';

/** Skills in service that surely make runs worse: somebody has to decide about them. */
export function hurtingSkills(skills: readonly SkillRate[]): KnownLift[] {
  return byLift(skills).filter((skill) => skill.worth.hurts && inService(skill));
}

/** The worst first; without those of which nothing is known yet. */
export function byLift(skills: readonly SkillRate[]): KnownLift[] {
  const known = skills.filter(isMeasured).filter(isKnown);
  return known.toSorted((a, b) => a.worth.reward.alwaysValid[1] - b.worth.reward.alwaysValid[1]);
}

/** Where the card stands on the page. */
export const SKILL_LIFTS = 'skill-lifts';
