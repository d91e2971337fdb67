/**
 * How well a run went, in one number. Several signals may exist; the first of a fixed order decides, because a test that
 * ran knows more than a person's impression, that more than the agent's own report, and that more than a model's guess.
 */
import type { Outcome } from '../episodes/outcome.ts';

/** What may have decided a reward, strongest first. */
export const REWARD_SOURCES = ['verification', 'feedback', 'outcome', 'judge'] as const;

/** One of {@link REWARD_SOURCES}. */
export type RewardSource = (typeof REWARD_SOURCES)[number];

/** A reward and how much it counts, both between 0 and 1, and the signal it came from. */
export type Reward = { readonly reward: number; readonly strength: number; readonly source: RewardSource };

/** What is known of a run. Absent and null mean the same: no such signal. */
export type RewardSignals = {
  /** Ground truth from tests or validators. */
  readonly verification?: { readonly passed: boolean } | null;
  /** The latest feedback; its score lies between 0 and 1. */
  readonly feedback?: { readonly score: number } | null;
  /** As reported; `unknown` says nothing. */
  readonly outcome: Outcome;
  /** A model's verdict, heard only from `minConfidence` on. */
  readonly judge?: {
    readonly outcome: Outcome;
    readonly confidence: number;
    readonly minConfidence: number;
  } | null;
};

const REWARD_OF_OUTCOME: Readonly<Record<Outcome, number | null>> = {
  success: 1,
  partial: 0.5,
  failure: 0,
  unknown: null,
};

/** The reward of a run by its strongest signal, or null where nothing is known of it. */
export function rewardOf({ verification, feedback, outcome, judge }: RewardSignals): Reward | null {
  if (verification) return { reward: verification.passed ? 1 : 0, strength: 1, source: 'verification' };
  if (feedback) return { reward: feedback.score, strength: 1, source: 'feedback' };
  const reported = REWARD_OF_OUTCOME[outcome];
  if (reported !== null) return { reward: reported, strength: 1, source: 'outcome' };
  if (!judge || judge.confidence < judge.minConfidence) return null;
  const judged = REWARD_OF_OUTCOME[judge.outcome];
  // A confidence of zero would be a reward that counts for nothing.
  if (judged === null || judge.confidence <= 0) return null;
  return { reward: judged, strength: judge.confidence, source: 'judge' };
}
