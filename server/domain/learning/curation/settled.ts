/** What is not to be asked again: rules that an open changeset is about to change, and merges that were refused. */
import type { Operation } from '../../skills/changesets/ops.ts';
import { pairKey } from './near-duplicates.ts';

type Proposed = { readonly ops: readonly Operation[] };

/** The ids of rules that `open` changesets reword, remove or merge into. */
export function rulesInQuestion(open: readonly Proposed[]): Set<string> {
  const rules = open.flatMap(({ ops }) =>
    ops.flatMap((op) => {
      if (op.op === 'update') return [op.bullet];
      return op.op === 'remove' ? [op.bullet, ...(op.merged_into ? [op.merged_into] : [])] : [];
    }),
  );
  return new Set(rules);
}

/** The pairs of rules, by key, whose merge `rejected` changesets proposed, whichever was to stay. */
export function refusedPairs(rejected: readonly Proposed[]): Set<string> {
  const pairs = rejected.flatMap(({ ops }) =>
    ops.flatMap((op) => (op.op === 'remove' && op.merged_into ? [pairKey(op.bullet, op.merged_into)] : [])),
  );
  return new Set(pairs);
}
