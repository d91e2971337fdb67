/** The verdict of a canary with guardrails: what the rule says of success, and what the guardrails say of it. */
import { type ArmEvidence, candidateBetter } from './arm.ts';
import { guardrailText } from './guardrail-text.ts';
import { type Comparison, compareArms, type GuardrailRules, isBetter, successGained } from './guardrails.ts';
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

/** Guardrails, and what was measured so far. */
export type GuardrailFacts = { readonly rules: GuardrailRules; readonly measures: MeasuredArms };

type GuardrailState = {
  readonly evidence: ArmEvidence;
  readonly bounds: CanaryBounds;
  /** candidateBetter(evidence), for callers who know it already. */
  readonly better?: number;
  /** Null where the canary began without guardrails. */
  readonly guarded: GuardrailFacts | null;
};

/**
 * What becomes of the rule's verdict. A candidate that surely breaks a guardrail is held, which rejects it: no
 * further run could make it one to promote. It is promoted where the rule says so and every guardrail is surely
 * kept; with the rule for cheaper ones also where its success is surely not worse by more than the margin and a
 * guardrail is surely better. What is not known to be kept or broken goes on until the candidate has its maximum.
 * A candidate that does worse is rejected as ever, but for one that is surely cheaper and may yet be within the
 * margin: looking after every run, the rule finds one in four worse that is as good.
 */
export function guardedVerdict(verdict: CanaryVerdict, state: GuardrailState): CanaryVerdict {
  const { evidence, bounds, guarded, better = candidateBetter(evidence) } = state;
  if (guarded === null || smallerArm(evidence) < bounds.minSamples) return verdict;
  const { rules, measures } = guarded;
  const compared = compareArms(measures, rules.margins);
  const cheaper = cheaperVerdict(evidence, rules, compared);
  if (rejection(evidence, bounds, better) !== undefined) {
    if (cheaper === undefined) return verdict;
    return cheaper.decision === 'promote' ? cheaper : (exhausted(evidence, bounds) ?? CONTINUE);
  }
  const broken = compared.find(({ stands }) => stands === 'broken');
  if (broken !== undefined) return { decision: 'reject', reason: `held: ${guardrailText(broken)}` };
  const open = compared.filter(({ stands }) => stands === 'open');
  if (open.length === 0)
    return verdict.decision !== 'promote' && cheaper?.decision === 'promote' ? cheaper : verdict;
  return openVerdict(verdict, state, open);
}

/** While a guardrail is neither kept nor broken. */
function openVerdict(
  verdict: CanaryVerdict,
  { evidence, bounds }: GuardrailState,
  open: readonly Comparison[],
): CanaryVerdict {
  const ended = exhausted(evidence, bounds);
  if (ended === undefined || ended.decision === 'continue') return CONTINUE;
  if (verdict.decision === 'continue') return CONTINUE;
  const reasons = open.map(guardrailText).join('; ');
  return { decision: 'reject', reason: `${ended.reason}: ${reasons}` };
}

/**
 * What the rule for cheaper candidates says of one that is surely better by a guardrail and breaks none: promote where
 * its success is surely within the margin and every guardrail is kept, continue where both may be. Otherwise, and
 * without the rule, undefined.
 */
function cheaperVerdict(
  evidence: ArmEvidence,
  { cheaper }: GuardrailRules,
  compared: readonly Comparison[],
): CanaryVerdict | undefined {
  const saved = compared.find(isBetter);
  if (cheaper === null || saved === undefined || compared.some(({ stands }) => stands === 'broken'))
    return undefined;
  const { low, high } = successGained(evidence);
  if (high < -cheaper) return undefined;
  if (low < -cheaper || compared.some(({ stands }) => stands === 'open')) return CONTINUE;
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
