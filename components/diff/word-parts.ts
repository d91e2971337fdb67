/** What differs between two wordings of a rule, by words; white space alone is no difference. Pure. */
import { diffWords } from 'diff';

export interface WordPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Where the part begins, unique among the parts: a key for lists. */
  at: number;
}

/** Longer texts are shown as replaced whole, since comparing them would hold the page up. */
const LONGEST = 20_000;

/** The parts in reading order: `same` and `added` make the new text, `same` and `removed` the old one. */
export function wordParts(before: string, after: string): WordPart[] {
  if (before.length + after.length > LONGEST) {
    return [
      { kind: 'removed', text: before, at: 0 },
      { kind: 'added', text: after, at: before.length },
    ];
  }
  let at = 0;
  return diffWords(before, after).map(({ value, added, removed }) => {
    const begins = at;
    at += value.length;
    return { kind: kindOf(added, removed), text: value, at: begins };
  });
}

function kindOf(added: boolean, removed: boolean): WordPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}
