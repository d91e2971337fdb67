/** What of a model's answer may become a candidate: changes of the one skill that is evolved, that apply together. */

import { findSkill, type SkillState } from '../../skills/changesets/changeset.ts';
import { checkOps, type DroppedOp } from '../../skills/changesets/check-ops.ts';
import { mergeAdditions } from '../../skills/changesets/merge-additions.ts';
import type { Operation } from '../../skills/changesets/ops.ts';

/**
 * Operations that are looked at, for each one that may be kept: comparing costs the square of their number.
 */
const CONSIDERED_FACTOR = 4;

/** Why an operation was left out. */
type Refusal = 'other_skill' | DroppedOp['why'];

/** The skill, and the most operations. */
type EvolutionLimits = {
  readonly skill: SkillState;
  readonly limit: number;
};

/** The operations that remain, in their order, and how many were left out for each reason. */
export function evolutionOps(
  ops: readonly Operation[],
  { skill, limit }: EvolutionLimits,
): { kept: Operation[]; refused: Partial<Record<Refusal, number>> } {
  const isOther = (op: Operation) => op.op === 'create_skill' || findSkill([skill], op.skill) === undefined;
  const groups = Map.groupBy(ops, (op) => (isOther(op) ? 'other_skill' : 'sound'));
  const sound = groups.get('sound') ?? [];
  const merged = mergeAdditions(sound.slice(0, limit * CONSIDERED_FACTOR), [skill]);
  const { kept, dropped } = checkOps(merged.ops, { skills: [skill], limit });
  const counts = new Map<Refusal, number>();
  const count = (why: Refusal, some: number) => {
    if (some > 0) counts.set(why, (counts.get(why) ?? 0) + some);
  };
  for (const [refusal, some] of groups) if (refusal !== 'sound') count(refusal, some.length);
  for (const { why } of [...merged.dropped, ...dropped]) count(why, 1);
  count('over_limit', sound.slice(limit * CONSIDERED_FACTOR).length);
  return { kept, refused: Object.fromEntries(counts) };
}

// Which of the tried candidates is proposed: the one that gains most over the skill as it is, and none where
// none gains.

/** A change that was tried. Both scores, 0 to 1, come from one look at the same runs. */
export type TriedChange = {
  readonly ops: readonly Operation[];
  readonly rationale: string;
  /** The runs that it was drawn from. */
  readonly episodeIds: readonly string[];
  readonly score: number;
  readonly baseline: number;
};

/** How much better a candidate is than the skill as it is; below 0 where it is worse. */
function scoreGain({ score, baseline }: TriedChange): number {
  return score - baseline;
}

/**
 * The candidate that beats the baseline by most, the earliest of those that do alike; null where none beats
 * it.
 */
export function bestChange<C extends TriedChange>(candidates: readonly C[]): C | null {
  const [best] = candidates.toSorted((a, b) => scoreGain(b) - scoreGain(a));
  return best !== undefined && scoreGain(best) > 0 ? best : null;
}

// Which runs one iteration reflects on. Each has a failure at least, because what went well alone teaches
// nothing to change, and successes beside it where there are any, because the difference between the two
// teaches most. No chance is involved: iterations go through the runs in turn.

/** A run with a higher reward went well: one that did a part only has something to learn. */
export const FAILED_REWARD = 0.5;

type Rewarded = { readonly id: string; readonly reward: number };

/** Whether a run failed, or did only a part. */
export function hasFailed({ reward }: { readonly reward: number }): boolean {
  return reward <= FAILED_REWARD;
}

/**
 * `size` runs for the `iteration`-th time, counted from 0: failures in the greater half, filled up by
 * whichever kind there is. Fewer where there are fewer; none without a failure.
 */
export function minibatch<T extends Rewarded>(
  runs: readonly T[],
  { size, iteration }: { size: number; iteration: number },
): T[] {
  const failures = runs.filter(hasFailed);
  if (failures.length === 0) return [];
  const successes = runs.filter((run) => !hasFailed(run));
  const wanted = Math.min(failures.length, Math.max(Math.ceil(size / 2), size - successes.length));
  return [...inTurn(failures, wanted, iteration), ...inTurn(successes, size - wanted, iteration)];
}

/** `count` items, beginning where the iteration before ended. */
function inTurn<T>(items: readonly T[], count: number, iteration: number): T[] {
  const taken = Math.min(count, items.length);
  const start = items.length === 0 ? 0 : (iteration * taken) % items.length;
  return [...items.slice(start), ...items.slice(0, start)].slice(0, taken);
}
