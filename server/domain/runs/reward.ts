/**
 * How well a run went, in one number. Several signals may exist; the first of a fixed order decides, because
 * a test that ran knows more than a person's impression, that more than the agent's own report, and that more
 * than a model's guess.
 */

import type { Evidence } from '../measurement/beta.ts';
import type { Outcome } from './episodes/episode.ts';

/** What may have decided a reward, strongest first. */
export const REWARD_SOURCES = ['verification', 'feedback', 'reported', 'outcome', 'judge'] as const;

/** One of {@link REWARD_SOURCES}. */
export type RewardSource = (typeof REWARD_SOURCES)[number];

/** A reward and how much it counts, both between 0 and 1, and the signal it came from. */
export type Reward = { readonly reward: number; readonly strength: number; readonly source: RewardSource };

/** What is known of a run. Absent and null mean the same: no such signal. */
type RewardSignals = {
  /** Ground truth from tests or validators. */
  readonly verification?: { readonly passed: boolean } | null;
  /** The latest feedback; its score lies between 0 and 1. */
  readonly feedback?: { readonly score: number } | null;
  /** The score that its agent recorded with it, between 0 and 1. */
  readonly reported?: number | null;
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

/** The reward that each signal calls for, strongest first. */
function rewardsBySignal({ verification, feedback, reported, outcome, judge }: RewardSignals): Reward[] {
  const ofOutcome = REWARD_OF_OUTCOME[outcome];
  // A confidence of zero would be a reward that counts for nothing.
  const isHeard = judge && judge.confidence >= judge.minConfidence && judge.confidence > 0;
  const judged = isHeard ? REWARD_OF_OUTCOME[judge.outcome] : null;
  const rewards: (Reward | null)[] = [
    verification ? { reward: verification.passed ? 1 : 0, strength: 1, source: 'verification' } : null,
    feedback ? { reward: feedback.score, strength: 1, source: 'feedback' } : null,
    reported == null ? null : { reward: reported, strength: 1, source: 'reported' },
    ofOutcome === null ? null : { reward: ofOutcome, strength: 1, source: 'outcome' },
    judge && judged !== null ? { reward: judged, strength: judge.confidence, source: 'judge' } : null,
  ];
  return rewards.filter((reward) => reward !== null);
}

/** The reward of a run by its strongest signal, or null where nothing is known of it. */
export function strongestReward(signals: RewardSignals): Reward | null {
  return rewardsBySignal(signals)[0] ?? null;
}

/** What became of a signal: it decided the reward, or calls for the same reward, or a stronger one overruled it. */
export type WeighedSignal = {
  readonly source: RewardSource;
  readonly reward: number;
  readonly role: 'decided' | 'agrees' | 'overruled';
};

/** The signals of a run, strongest first, by what became of them. */
export function weighSignals(signals: RewardSignals): WeighedSignal[] {
  return rewardsBySignal(signals).map(({ source, reward }, place, [decided]) => {
    if (place === 0) return { source, reward, role: 'decided' };
    return { source, reward, role: reward === decided?.reward ? 'agrees' : 'overruled' };
  });
}

// Credit is a ledger: what an episode gave is remembered, so that a better signal which arrives later
// replaces it. Running sums are only ever changed by the difference between two entries, which is why no
// order of signals can count a run twice.

/**
 * One episode's entry: the sums it is credited to (a skill, an arm, a group; the caller names them,
 * repetitions count once) and what each of them got from it.
 */
export type LedgerCredit = { readonly keys: readonly string[]; readonly evidence: Evidence };

/** What to add to one sum; `uses` is the change in the number of episodes credited to it. */
type CreditStep = { readonly uses: number; readonly weight: number; readonly reward: number };

/** An episode that has credited nothing yet, or shall no more. */
export const NO_CREDIT: LedgerCredit = { keys: [], evidence: { weight: 0, reward: 0 } };

/** A reward as evidence: its strength, and its strength times itself. No reward is no evidence. */
export function toEvidence(reward: Pick<Reward, 'reward' | 'strength'> | null): Evidence {
  if (reward === null) return { weight: 0, reward: 0 };
  return { weight: reward.strength, reward: reward.strength * reward.reward };
}

export function addEvidence(a: Evidence, b: Evidence): Evidence {
  return { weight: a.weight + b.weight, reward: a.reward + b.reward };
}

export function subtractEvidence(a: Evidence, b: Evidence): Evidence {
  return { weight: a.weight - b.weight, reward: a.reward - b.reward };
}

/** What replacing an episode's entry adds to each sum. Sums that do not change are left out. */
export function creditChanges(previous: LedgerCredit, next: LedgerCredit): Map<string, CreditStep> {
  const before = new Set(previous.keys);
  const after = new Set(next.keys);
  const steps = new Map<string, CreditStep>();
  for (const key of new Set([...before, ...after])) {
    const step = {
      uses: Number(after.has(key)) - Number(before.has(key)),
      ...subtractEvidence(creditedShare(next, after.has(key)), creditedShare(previous, before.has(key))),
    };
    if (step.uses !== 0 || step.weight !== 0 || step.reward !== 0) steps.set(key, step);
  }
  return steps;
}

function creditedShare({ evidence }: LedgerCredit, credited: boolean): Evidence {
  return credited ? evidence : NO_CREDIT.evidence;
}
