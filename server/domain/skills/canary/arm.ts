/**
 * Which arm of a canary a run is served. Each arm keeps a floor, so that evidence never dries up on either side, and
 * the rest follows the evidence. The probability is exact and given out with the choice, because a verdict that is to
 * be trusted has to know with what chance each unit of evidence came about.
 */
import { probabilityBetter } from '../../measurement/difference.ts';
import { betaPosterior, type Evidence, NO_EVIDENCE } from '../../measurement/posterior.ts';

/** The version in force and the one on trial. */
export type Arm = 'incumbent' | 'candidate';

/** What was credited to either arm since the canary began; both begin without history. */
export type ArmEvidence = { readonly [arm in Arm]: Evidence };

/** How a canary begins. */
export const NO_ARM_EVIDENCE: ArmEvidence = { incumbent: NO_EVIDENCE, candidate: NO_EVIDENCE };

/** P(the candidate's success rate is higher), exactly, under independent Beta(1, 1) priors. */
export function candidateBetter({ incumbent, candidate }: ArmEvidence): number {
  return probabilityBetter(betaPosterior(incumbent), betaPosterior(candidate));
}

/**
 * The probability of serving the candidate: floor + (1 − 2·floor)·P(candidate better). In law it is the same as "with
 * probability floor the candidate, with the same probability the incumbent, otherwise Thompson sampling", because
 * Thompson sampling serves an arm with the probability that it is the better one. `floor` lies in [0, 0.5]; `better` is
 * candidateBetter(evidence), for callers who know it already.
 */
export function candidateProbability(
  evidence: ArmEvidence,
  floor: number,
  better = candidateBetter(evidence),
): number {
  return floor + (1 - 2 * floor) * better;
}

/** An arm and the probability with which it was chosen. */
export type Assignment = { readonly arm: Arm; readonly probability: number };

/**
 * Chooses by `draw`, uniform in [0, 1): a hash of experiment and session or user where the choice is to be repeatable,
 * chance where it is not. The same evidence and draw always give the same arm.
 */
export function chooseArm(
  evidence: ArmEvidence,
  floor: number,
  draw: number,
  better = candidateBetter(evidence),
): Assignment {
  const probability = candidateProbability(evidence, floor, better);
  if (draw < probability) return { arm: 'candidate', probability };
  return { arm: 'incumbent', probability: 1 - probability };
}
