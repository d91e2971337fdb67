/**
 * Evidence with the session as its unit. Runs of one session resemble each other, and whoever records many of
 * them must not count many times: a session gives one value, the mean of its rewards weighed by strength. Of
 * these values sums are kept, and moved by what a run or a corrected reward changes in its session.
 */
import type { Evidence } from './beta.ts';

/**
 * Over the sessions of a group of the lift or of an arm of a canary: how many have evidence, Σ of their mean
 * rewards (each between 0 and 1), and Σ of the squares of these.
 */
export type SessionSums = { readonly sessions: number; readonly sum: number; readonly squares: number };

export const NO_SESSIONS: SessionSums = { sessions: 0, sum: 0, squares: 0 };

/** Of both groups of the lift. A session counts in one group, and in the week of its first credited run. */
export type GroupSessions = { readonly treated: SessionSums; readonly holdout: SessionSums };

/** Strength below which a session's evidence is what rounding left of runs that were taken back. */
const NO_WEIGHT = 1e-9;

/** The mean reward of a session's runs; null where none of them has one. */
export function sessionMean({ weight, reward }: Evidence): number | null {
  return weight < NO_WEIGHT ? null : Math.min(1, Math.max(0, reward / weight));
}

export function sessionSums(evidence: Evidence): SessionSums {
  const mean = sessionMean(evidence);
  return mean === null ? NO_SESSIONS : { sessions: 1, sum: mean, squares: mean * mean };
}

export function addSessions(a: SessionSums, b: SessionSums): SessionSums {
  return { sessions: a.sessions + b.sessions, sum: a.sum + b.sum, squares: a.squares + b.squares };
}

export function subtractSessions(a: SessionSums, b: SessionSums): SessionSums {
  return { sessions: a.sessions - b.sessions, sum: a.sum - b.sum, squares: a.squares - b.squares };
}

/**
 * A session's evidence as an arm takes it: its mean with a strength of at most 1, however many runs it has.
 * A session whose only reward is a judge's, of strength 0.6, keeps 0.6.
 */
export function boundedEvidence(evidence: Evidence): Evidence {
  const mean = sessionMean(evidence);
  if (mean === null) return { weight: 0, reward: 0 };
  const weight = Math.min(1, evidence.weight);
  return { weight, reward: weight * mean };
}
