/**
 * Credit is a ledger: what an episode gave is remembered, so that a better signal which arrives later replaces it. Running
 * sums are only ever changed by the difference between two entries, which is why no order of signals can count a run twice.
 */
import type { Evidence } from '../../measurement/posterior.ts';
import type { Reward } from './reward.ts';

/**
 * One episode's entry: the sums it is credited to (a skill, an arm, a group; the caller names them, repetitions count once)
 * and what each of them got from it.
 */
export type Credit = { readonly keys: readonly string[]; readonly evidence: Evidence };

/** What to add to one sum; `uses` is the change in the number of episodes credited to it. */
export type CreditStep = { readonly uses: number; readonly weight: number; readonly reward: number };

/** An episode that has credited nothing yet, or shall no more. */
export const NO_CREDIT: Credit = { keys: [], evidence: { weight: 0, reward: 0 } };

/** A reward as evidence: its strength, and its strength times itself. No reward is no evidence. */
export function evidenceOf(reward: Pick<Reward, 'reward' | 'strength'> | null): Evidence {
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
export function creditSteps(previous: Credit, next: Credit): Map<string, CreditStep> {
  const before = new Set(previous.keys);
  const after = new Set(next.keys);
  const steps = new Map<string, CreditStep>();
  for (const key of new Set([...before, ...after])) {
    const step = {
      uses: Number(after.has(key)) - Number(before.has(key)),
      ...subtractEvidence(shareOf(next, after.has(key)), shareOf(previous, before.has(key))),
    };
    if (step.uses !== 0 || step.weight !== 0 || step.reward !== 0) steps.set(key, step);
  }
  return steps;
}

function shareOf({ evidence }: Credit, credited: boolean): Evidence {
  return credited ? evidence : NO_CREDIT.evidence;
}
