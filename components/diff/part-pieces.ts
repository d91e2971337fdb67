/** The parts of a changed wording with their hidden characters and their findings marked. Pure. */
import {
  findHiddenCharacters,
  type HiddenCharacter,
} from '../../server/domain/safety/injection/hidden-characters.ts';
import type { WordChange } from '../../server/domain/skills/changesets/wording/word-changes.ts';
import type { FindingSpan, FindSpans } from '../ui/text/finding-spans.ts';
import { type Piece, piecesOf } from '../ui/text/hidden-marks.ts';

export interface WordPart extends WordChange {
  /** Where the part begins, unique among the parts: a key for lists. */
  at: number;
  /** The text with its hidden characters marked. */
  pieces: Piece[];
  /** Whether a blank is drawn before it: changed words next to each other would read as one. */
  apart: boolean;
}

type Placed = Pick<WordPart, 'kind' | 'text' | 'at'>;

/** Hidden characters and findings are looked for in the whole old and new text: one may span two parts. */
export function partsOf(changes: readonly WordChange[], find: FindSpans = () => []): WordPart[] {
  let at = 0;
  const placed = changes.map(({ kind, text }) => {
    const begins = at;
    at += text.length;
    return { kind, text, at: begins };
  });
  const before = placed.filter(({ kind }) => kind !== 'added');
  const after = placed.filter(({ kind }) => kind !== 'removed');
  const [old, now] = [hiddenByPart(before), hiddenByPart(after)];
  const [oldSpans, newSpans] = [spansByPart(before, find), spansByPart(after, find)];
  return placed.map((part, index) => {
    const found = [...(old.get(part.at) ?? []), ...(now.get(part.at) ?? [])];
    const hidden = new Map(found.map((character) => [character.start, character]));
    const inOrder = [...hidden.values()].sort((a, b) => a.start - b.start);
    const spans = [...(oldSpans.get(part.at) ?? []), ...(newSpans.get(part.at) ?? [])];
    return {
      ...part,
      pieces: piecesOf(part.text, inOrder, spans),
      apart: standsApart(placed[index - 1], part),
    };
  });
}

function standsApart(before: WordChange | undefined, { kind, text }: WordChange): boolean {
  if (before === undefined || before.kind === 'same' || kind === 'same') return false;
  return !/\s$/.test(before.text) && !/^\s/.test(text);
}

/** The hidden characters of each part, by where the part begins, with their places in it. */
function hiddenByPart(parts: readonly Placed[]): Map<number, HiddenCharacter[]> {
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

/** What is found in each part, by where the part begins, with its place in it: a finding may run over several. */
function spansByPart(parts: readonly Placed[], find: FindSpans): Map<number, FindingSpan[]> {
  const found = find(parts.map(({ text }) => text).join(''));
  const byPart = new Map<number, FindingSpan[]>();
  let from = 0;
  for (const { text, at } of found.length === 0 ? [] : parts) {
    const [begins, ends] = [from, from + text.length];
    const own = found.filter(({ start, end }) => start < ends && end > begins);
    byPart.set(
      at,
      own.map(({ start, end, name }) => ({
        start: Math.max(start, begins) - begins,
        end: Math.min(end, ends) - begins,
        name,
      })),
    );
    from = ends;
  }
  return byPart;
}
