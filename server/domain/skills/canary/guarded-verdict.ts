/** The verdict of a canary with guardrails: what the rule says of success, and what the guardrails say of it. */
import { type ArmEvidence, candidateBetter } from './arm.ts';
import { guardrailText } from './guardrail-text.ts';
import {
  type Comparison,
  compareArms,
  type GuardrailRules,
  isBetter,
  leastSuccessGained,
} from './guardrails.ts';
import type { MeasuredArms } from './measures.ts';
import {
  type CanaryBounds,
  type CanaryVerdict,
  CONTINUE,
  exhausted,
  isAbove,
  rejection,
  smallerArm,
} from './verdict.ts';

type GuardedState = {
  readonly evidence: ArmEvidence;
  readonly bounds: CanaryBounds;
  /** candidateBetter(evidence), for callers who know it already. */
  readonly better?: number;
  /** Null where the canary began without. */
  readonly rules: GuardrailRules | null;
  readonly measures: MeasuredArms | null;
};

/**
 * What becomes of the rule's verdict. A candidate that does worse is rejected as ever. One that surely breaks a
 * guardrail is held, which rejects it: no further run could make it one to promote. It is promoted where the
 * rule says so and every guardrail is surely kept; with the rule for cheaper ones also where its success is
 * surely not worse by more than the margin and a guardrail is surely better. What is not known to be kept or
 * broken goes on until the candidate has its maximum.
 */
export function guardedVerdict(verdict: CanaryVerdict, state: GuardedState): CanaryVerdict {
  const { evidence, bounds, rules, measures, better = candidateBetter(evidence) } = state;
  if (rules === null || measures === null) return verdict;
  if (rejection(evidence, bounds, better) !== undefined || smallerArm(evidence) < bounds.minSamples)
    return verdict;
  const compared = compareArms(measures, rules.margins);
  const broken = compared.find(({ stands }) => stands === 'broken');
  if (broken !== undefined) return { decision: 'reject', reason: `held: ${guardrailText(broken)}` };
  const open = compared.filter(({ stands }) => stands === 'open');
  if (open.length === 0) {
    const cheaper = verdict.decision === 'promote' ? undefined : cheaperVerdict(evidence, rules, compared);
    return cheaper ?? verdict;
  }
  const ended = exhausted(evidence, bounds);
  if (ended === undefined || ended.decision === 'continue') return CONTINUE;
  if (verdict.decision === 'continue') return CONTINUE;
  const told = open.map(guardrailText).join('; ');
  return { decision: 'reject', reason: `${ended.reason}: ${told}` };
}

function cheaperVerdict(
  evidence: ArmEvidence,
  { cheaper }: GuardrailRules,
  compared: readonly Comparison[],
): CanaryVerdict | undefined {
  const saved = compared.find(isBetter);
  if (cheaper === null || saved === undefined || leastSuccessGained(evidence) < -cheaper) return undefined;
  const points = Number((100 * cheaper).toFixed(2));
  return {
    decision: 'promote',
    reason: `success is not worse by more than ${points} points, and ${guardrailText(saved)}`,
  };
}

/**
 * The share of further units that the candidate is given: half, once success alone would promote it. Then only
 * guardrails are open, and they are known soonest from equal numbers of runs. Undefined otherwise, where the
 * evidence says it.
 */
export function evenChance(
  evidence: ArmEvidence,
  bounds: Pick<CanaryBounds, 'threshold' | 'minSamples'>,
  better: number,
): 0.5 | undefined {
  return smallerArm(evidence) >= bounds.minSamples && isAbove(better, bounds) ? 0.5 : undefined;
}
