/**
 * What of a model's answer may become a candidate: changes of the one skill that is evolved, that apply
 * together, in words of its own. A rule in the words of one run would only be true of that run, and an
 * address was put there by somebody.
 */

import { indexRuns } from '../../attribution/run-index.ts';
import { isWordedAs } from '../../attribution/vouching.ts';
import { namedTargets } from '../../safety/learned/named-targets.ts';
import { findSkill, type SkillState } from '../../skills/changesets/changeset.ts';
import { checkOps, type DroppedOp } from '../../skills/changesets/check-ops.ts';
import { mergeAdditions } from '../../skills/changesets/merge-additions.ts';
import type { Operation } from '../../skills/changesets/ops.ts';

/**
 * Operations that are looked at, for each one that may be kept: comparing costs the square of their number.
 */
const CONSIDERED_FACTOR = 4;

/** Why an operation was left out. */
type Refusal = 'other_skill' | 'copied_wording' | 'unknown_address' | DroppedOp['why'];

/** The skill, the runs that the model was shown, each as it was quoted, and the most operations. */
type EvolutionLimits = {
  readonly skill: SkillState;
  readonly quotes: readonly string[];
  readonly limit: number;
};

/** The operations that remain, in their order, and how many were left out for each reason. */
export function evolutionOps(
  ops: readonly Operation[],
  { skill, quotes, limit }: EvolutionLimits,
): { kept: Operation[]; refused: Partial<Record<Refusal, number>> } {
  const faultOf = faultsIn(skill, quotes);
  const groups = Map.groupBy(ops, (op) => faultOf(op) ?? 'sound');
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

/** What is wrong with an operation by itself, null where nothing is. */
function faultsIn(skill: SkillState, quotes: readonly string[]): (op: Operation) => Refusal | null {
  // A served skill stands in the transcripts of its runs: what it says itself is not copied from them.
  const known = [skill.description, ...skill.bullets.map(({ content }) => content)];
  const served = indexRuns([], { served: known });
  const runs = quotes.map((quote) => indexRuns([{ quote, hasSucceeded: false, userId: null }]));
  const isCopied = (text: string) => runs.some((run) => isWordedAs(text, run)) && !isWordedAs(text, served);
  const addressesIn = (text: string) => namedTargets(text).addresses;
  const addresses = new Set(known.flatMap(addressesIn));
  return (op) => {
    if (op.op === 'create_skill' || findSkill([skill], op.skill) === undefined) return 'other_skill';
    const texts = servedTexts(op);
    if (texts.some(isCopied)) return 'copied_wording';
    return texts.flatMap(addressesIn).every((address) => addresses.has(address)) ? null : 'unknown_address';
  };
}

function servedTexts(op: Operation): string[] {
  switch (op.op) {
    case 'add':
      return [op.content, op.issue];
    case 'update':
      return [op.content, op.issue].filter((text) => typeof text === 'string');
    case 'set_description':
      return [op.description];
    case 'create_skill':
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
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
