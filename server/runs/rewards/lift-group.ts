/**
 * The two groups whose success is compared to measure the lift. Only runs to which a skill applied belong to one: the
 * others would have gone the same way with and without skills.
 */
import type { Evidence } from '../../domain/measurement/posterior.ts';
import { addEvidence, NO_CREDIT } from '../../domain/runs/rewards/credit.ts';

/** `treated` was served skills, `holdout` would have been. */
export type LiftGroup = 'treated' | 'holdout';

/** The group of a run by its recall. */
export function liftGroupOf({ applied, holdout }: { applied: boolean; holdout: boolean }): LiftGroup | null {
  if (!applied) return null;
  return holdout ? 'holdout' : 'treated';
}

/** Evidence of both groups, by the names of the totals' columns. */
export interface GroupSums {
  treatedEvidence: number;
  treatedReward: number;
  holdoutEvidence: number;
  holdoutReward: number;
}

/** Sums the evidence of episodes (or of changes to it) by group; what belongs to none is left out. */
export function groupSums(parts: { liftGroup: LiftGroup | null; evidence: Evidence }[]): GroupSums {
  const sumOf = (group: LiftGroup) =>
    parts
      .filter(({ liftGroup }) => liftGroup === group)
      .reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_CREDIT.evidence);
  const [treated, holdout] = [sumOf('treated'), sumOf('holdout')];
  return {
    treatedEvidence: treated.weight,
    treatedReward: treated.reward,
    holdoutEvidence: holdout.weight,
    holdoutReward: holdout.reward,
  };
}
