/**
 * What of a model's answer may become a candidate: changes of the one skill that is evolved, that apply together, in words of its
 * own. A rule in the words of one run would only be true of that run, and an address was put there by somebody.
 */
import { checkOps, type DroppedOp } from '../../skills/changesets/check-ops.ts';
import { mergeAdditions } from '../../skills/changesets/merge-additions.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import { findSkill, type SkillState } from '../../skills/changesets/skill-state.ts';
import { textsIn } from '../run-texts.ts';
import { addressesIn } from '../reflection/addresses.ts';
import { isCopied, said, unless } from '../reflection/copied-text.ts';

/** Operations that are looked at, for each one that may be kept: comparing costs the square of their number. */
const CONSIDERED_FACTOR = 4;

/** Why an operation was left out. */
type Refusal = 'other_skill' | 'copied_wording' | 'unknown_address' | DroppedOp['why'];

/** The skill, the runs that the model was shown, each as it was quoted, and the most operations. */
export type EvolutionLimits = {
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
  for (const [fault, some] of groups) if (fault !== 'sound') count(fault, some.length);
  for (const { why } of [...merged.dropped, ...dropped]) count(why, 1);
  count('over_limit', sound.slice(limit * CONSIDERED_FACTOR).length);
  return { kept, refused: Object.fromEntries(counts) };
}

/** What is wrong with an operation by itself, null where nothing is. */
function faultsIn(skill: SkillState, quotes: readonly string[]): (op: Operation) => Refusal | null {
  // A served skill stands in the transcripts of its runs: what it says itself is not copied from them.
  const known = [skill.description, ...skill.bullets.map(({ content }) => content)];
  const runs = quotes.map((quote) => unless(said(textsIn([quote]).all), said(known)));
  const addresses = new Set(known.flatMap(addressesIn));
  return (op) => {
    if (op.op === 'create_skill' || findSkill([skill], op.skill) === undefined) return 'other_skill';
    const texts = textsOf(op);
    if (texts.some((text) => runs.some((run) => isCopied(text, run)))) return 'copied_wording';
    return texts.flatMap(addressesIn).every((address) => addresses.has(address)) ? null : 'unknown_address';
  };
}

/** The texts that would be served. */
function textsOf(op: Operation): string[] {
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
