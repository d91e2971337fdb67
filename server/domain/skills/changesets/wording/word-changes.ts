/** What differs between two wordings, by words; white space alone is no difference. Pure. */
import { diffWords } from 'diff';

export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer texts are taken as replaced whole, since comparing them would hold others up. */
const LONGEST = 20_000;

/** The changes in reading order: `same` and `added` make the new text, `same` and `removed` the old one. */
export function wordChanges(before: string, after: string): WordChange[] {
  if (before.length + after.length > LONGEST) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return diffWords(before, after).map(({ value, added, removed }) => ({
    kind: kindOf(added, removed),
    text: value,
  }));
}

function kindOf(added: boolean, removed: boolean): WordChange['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

/**
 * Where less than this share of a wording stays, marks between its words cannot be read. Of 895 pairs of rules
 * that have nothing to do with each other 894 share less (0.06 at the median, 0.30 at the 99th percentile).
 */
const LEAST_SHARED = 0.4;

/** Whether most of a wording was replaced: it then reads better whole, beside the whole old one. */
export function isRewritten(changes: readonly WordChange[]): boolean {
  const length = { same: 0, added: 0, removed: 0 };
  for (const { kind, text } of changes) length[kind] += text.trim().length;
  const replaced = Math.min(length.added, length.removed);
  return length.same < LEAST_SHARED * (length.same + replaced);
}
