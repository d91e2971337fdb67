/**
 * A model's answer about near-duplicates as operations. It may only do what it was asked for: let one of the
 * rules that it was shown together take the place of another, in words that come from these rules.
 */

import { analyze } from '../../knowledge/analyze.ts';
import { comparableText } from '../../knowledge/resemblance.ts';
import { activeRules, type RuleState, type SkillState } from '../../skills/changesets/changeset.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import type { Answer } from '../answers.ts';
import { pairKey } from './near-duplicates.ts';

/** One rule takes another one's place. */
export type Merge = Answer<'dedup'>['merges'][number];

/** A skill with the groups of rules, by id, that the model was asked about. */
export type Comparison = { readonly skill: SkillState; readonly groups: readonly (readonly string[])[] };

/** The part of a merged wording's content words that must stand in the rules that it merges. */
const LEAST_FROM_RULES = 0.6;

/** Most keywords that a merged rule keeps. */
const MAX_KEYWORDS = 20;

/**
 * The operations of the merges that may be done, at most `limit`, no merge half. `refused` counts merges that
 * were not asked for, contradict earlier ones, or whose wording says something else; merges that exceed the
 * limit are only left for later.
 */
export function mergeOps(
  { skill, groups }: Comparison,
  merges: readonly Merge[],
  limit: number,
): { ops: Operation[]; refused: number } {
  const plan: Plan = { ops: [], kept: new Map(), removed: new Set() };
  let refused = 0;
  for (const merge of merges) {
    const pair = findPair(merge, { skill, groups });
    const wording = pair === null ? null : mergedWording(merge, pair, plan);
    if (pair === null || wording === null) refused += 1;
    else addMerge(plan, { skill, merge, pair, wording, limit });
  }
  return { ops: plan.ops, refused };
}

type Pair = { readonly keep: RuleState; readonly remove: RuleState };

/**
 * What is planned already: rules that stay, with the wording they get (null for their own), and rules that
 * go.
 */
type Plan = {
  readonly ops: Operation[];
  readonly kept: Map<string, string | null>;
  readonly removed: Set<string>;
};

/** The rules that a merge is about; null where it names others than those that were shown together. */
function findPair(merge: Merge, { skill, groups }: Comparison): Pair | null {
  if (merge.skill !== skill.id && merge.skill !== skill.name) return null;
  if (merge.keep === merge.remove) return null;
  if (!groups.some((group) => group.includes(merge.keep) && group.includes(merge.remove))) return null;
  const rules = activeRules(skill);
  const keep = rules.find(({ id }) => id === merge.keep);
  const remove = rules.find(({ id }) => id === merge.remove);
  return keep === undefined || remove === undefined ? null : { keep, remove };
}

type Wording = { readonly content: string | null };

/** The words that the remaining rule gets, null inside for its own; null where the merge must not be done. */
function mergedWording({ content }: Merge, { keep, remove }: Pair, plan: Plan): Wording | null {
  const isTaken = plan.removed.has(remove.id) || plan.removed.has(keep.id) || plan.kept.has(remove.id);
  if (isTaken) return null;
  const same = content === null || comparableText(content) === comparableText(keep.content);
  if (same) return { content: null };
  // One merge has worded the rule: another wording would contradict it.
  if (plan.kept.has(keep.id)) return null;
  return comesFrom(content, [keep, remove]) ? { content } : null;
}

/** Whether a wording is made of the rules' words. */
function comesFrom(content: string, rules: readonly RuleState[]): boolean {
  const known = new Set(rules.flatMap((rule) => analyze(rule.content)));
  const terms = [...new Set(analyze(content))];
  return terms.filter((term) => known.has(term)).length >= terms.length * LEAST_FROM_RULES;
}

type PlannedMerge = { skill: SkillState; merge: Merge; pair: Pair; wording: Wording; limit: number };

function addMerge({ ops, kept, removed }: Plan, { skill, merge, pair, wording, limit }: PlannedMerge): void {
  const { keep, remove } = pair;
  const { content } = wording;
  const reason = merge.reason === '' ? {} : { reason: merge.reason };
  const update: Operation[] =
    content === null
      ? []
      : [{ op: 'update', skill: skill.name, bullet: keep.id, content, keywords: joinKeywords(pair) }];
  if (ops.length + update.length + 1 > limit) return;
  ops.push(...update, {
    op: 'remove',
    skill: skill.name,
    bullet: remove.id,
    merged_into: keep.id,
    ...reason,
  });
  kept.set(keep.id, content);
  removed.add(remove.id);
}

/** The words by which either rule is found. */
function joinKeywords({ keep, remove }: Pair): string[] {
  return [...new Set([...keep.keywords, ...remove.keywords])].slice(0, MAX_KEYWORDS);
}

/**
 * What is not to be asked again: rules that an open changeset is about to change, and merges that were
 * refused.
 */
type Proposal = { readonly ops: readonly Operation[] };

/** The ids of rules that `open` changesets reword, remove or merge into. */
export function rulesInQuestion(open: readonly Proposal[]): Set<string> {
  const rules = open.flatMap(({ ops }) =>
    ops.flatMap((op) => {
      if (op.op === 'update') return [op.bullet];
      return op.op === 'remove' ? [op.bullet, ...(op.merged_into ? [op.merged_into] : [])] : [];
    }),
  );
  return new Set(rules);
}

/** The pairs of rules, by key, whose merge `rejected` changesets proposed, whichever was to stay. */
export function refusedPairs(rejected: readonly Proposal[]): Set<string> {
  const pairs = rejected.flatMap(({ ops }) =>
    ops.flatMap((op) => (op.op === 'remove' && op.merged_into ? [pairKey(op.bullet, op.merged_into)] : [])),
  );
  return new Set(pairs);
}
