/** What differs between two wordings of a rule, by words; white space alone is no difference. Pure. */
import { diffWords } from 'diff';
import {
  findHiddenCharacters,
  type HiddenCharacter,
} from '../../server/domain/safety/injection/hidden-characters.ts';
import { type Piece, piecesOf } from '../ui/text/hidden-marks.ts';

export interface WordPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Where the part begins, unique among the parts: a key for lists. */
  at: number;
  /** The text with its hidden characters marked. */
  pieces: Piece[];
}

type Change = Omit<WordPart, 'pieces'>;

/** Longer texts are shown as replaced whole, since comparing them would hold the page up. */
const LONGEST = 20_000;

/** The parts in reading order: `same` and `added` make the new text, `same` and `removed` the old one. */
export function wordParts(before: string, after: string): WordPart[] {
  if (before.length + after.length > LONGEST) {
    return withPieces([
      { kind: 'removed', text: before, at: 0 },
      { kind: 'added', text: after, at: before.length },
    ]);
  }
  let at = 0;
  const changes = diffWords(before, after).map(({ value, added, removed }) => {
    const begins = at;
    at += value.length;
    return { kind: kindOf(added, removed), text: value, at: begins };
  });
  return withPieces(changes);
}

/**
 * What a character is part of may lie in another part, so hidden ones are looked for in the old text and in
 * the new one.
 */
function withPieces(changes: readonly Change[]): WordPart[] {
  const old = hiddenByPart(changes.filter(({ kind }) => kind !== 'added'));
  const now = hiddenByPart(changes.filter(({ kind }) => kind !== 'removed'));
  return changes.map((change) => {
    const found = [...(old.get(change.at) ?? []), ...(now.get(change.at) ?? [])];
    const hidden = new Map(found.map((character) => [character.start, character]));
    const inOrder = [...hidden.values()].sort((a, b) => a.start - b.start);
    return { ...change, pieces: piecesOf(change.text, inOrder) };
  });
}

/** The hidden characters of each part, by where the part begins, with their places in it. */
function hiddenByPart(parts: readonly Change[]): Map<number, HiddenCharacter[]> {
  const found = findHiddenCharacters(parts.map(({ text }) => text).join(''));
  const byPart = new Map<number, HiddenCharacter[]>();
  let next = 0;
  let from = 0;
  for (const { text, at } of parts) {
    const own: HiddenCharacter[] = [];
    const to = from + text.length;
    for (let one = found[next]; one !== undefined && one.start < to; next += 1, one = found[next]) {
      own.push({ ...one, start: one.start - from, end: Math.min(one.end, to) - from });
    }
    byPart.set(at, own);
    from = to;
  }
  return byPart;
}

function kindOf(added: boolean, removed: boolean): WordPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}
