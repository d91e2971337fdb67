/**
 * Invisible characters as readable words: a text in pieces, each hidden run as a mark that names its code
 * point, and each place with a finding by itself. Pure. `LearnedText` draws them; `inWords` is for where only a string can stand (`title`,
 * `aria-label`, `option`).
 */
import {
  findHiddenCharacters,
  type HiddenCharacter,
} from '../../../server/domain/safety/injection/hidden-characters.ts';
import type { FindingSpan } from './finding-spans.ts';

/** What stands for a run of hidden characters. */
export interface HiddenMark {
  /** What is drawn: "U+202E", "U+200B × 7", "24 hidden", "6 hidden: “ignore”". */
  shown: string;
  /** What it means: "hidden character: right-to-left override, U+202E". */
  name: string;
}

/** A part of a text: as it is, or a run of hidden characters with its mark. */
export interface Piece {
  /** Where it begins, unique among the pieces: a key for lists. */
  at: number;
  text: string;
  mark: HiddenMark | null;
  /** What the safety scan found here, in words. */
  finding: string | null;
}

/** More different characters than this in one run are drawn as one mark: single ones would bury the text. */
const MOST_APART = 3;
/** So many code points of a mixed run are named. */
const NAMED = 8;

/**
 * The text in pieces; `hidden` are its hidden characters in order, where they are known from a larger text, and `spans`
 * the places that are to be marked as findings.
 */
export function piecesOf(
  text: string,
  hidden: readonly HiddenCharacter[] = findHiddenCharacters(text),
  spans: readonly FindingSpan[] = [],
): Piece[] {
  return spans.length === 0
    ? hiddenPieces(text, hidden)
    : hiddenPieces(text, hidden).flatMap((piece) => cutAt(piece, spans));
}

/** A piece at the borders of findings, each part with the first finding that has it. */
function cutAt(piece: Piece, spans: readonly FindingSpan[]): Piece[] {
  const from = piece.at;
  const to = from + piece.text.length;
  const findingAt = (at: number) => spans.find(({ start, end }) => start <= at && at < end)?.name ?? null;
  if (piece.mark !== null) return [{ ...piece, finding: findingAt(from) }];
  const edges = spans.flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < to);
  // Two findings of one name that overlap are one place to the reader.
  const borders = [...new Set(edges)].filter((at) => findingAt(at) !== findingAt(at - 1));
  const places = [from, ...borders.sort((one, other) => one - other), to];
  return places.slice(0, -1).map((at, index) => ({
    ...{ at, text: piece.text.slice(at - from, (places[index + 1] ?? to) - from) },
    ...{ mark: null, finding: findingAt(at) },
  }));
}

function hiddenPieces(text: string, hidden: readonly HiddenCharacter[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const run of marksOf(hidden)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (first.start > from)
      pieces.push({ at: from, text: text.slice(from, first.start), mark: null, finding: null });
    pieces.push({
      at: first.start,
      text: text.slice(first.start, last.end),
      mark: markOf(run),
      finding: null,
    });
    from = last.end;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from), mark: null, finding: null });
  return pieces;
}

/** The text with each hidden run in brackets: "pay[U+202E]load". Nothing in it reorders what follows. */
export function inWords(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.mark === null ? piece.text : `[${piece.mark.shown}]`))
    .join('');
}

/** The runs that get a mark each. */
function marksOf(hidden: readonly HiddenCharacter[]): HiddenCharacter[][] {
  return grouped(hidden, (one, next) => next.start === one.end).flatMap((run) => {
    const alike = grouped(
      run,
      (one, next) => next.codePoint === one.codePoint || (isTag(one) && isTag(next)),
    );
    return alike.length > MOST_APART ? [run] : alike;
  });
}

function grouped(
  hidden: readonly HiddenCharacter[],
  belong: (one: HiddenCharacter, next: HiddenCharacter) => boolean,
): HiddenCharacter[][] {
  const groups: HiddenCharacter[][] = [];
  let last: HiddenCharacter | undefined;
  for (const next of hidden) {
    if (last !== undefined && belong(last, next)) groups.at(-1)?.push(next);
    else groups.push([next]);
    last = next;
  }
  return groups;
}

function markOf(run: readonly HiddenCharacter[]): HiddenMark {
  const [first] = run;
  const point = first === undefined ? '' : codeOf(first);
  if (run.length === 1) return { shown: point, name: `hidden character: ${first?.label}, ${point}` };
  const count = `${run.length} hidden characters`;
  const points = [...new Set(run.map(codeOf))];
  if (points.length === 1) {
    return { shown: `${point} × ${run.length}`, name: `${count}: ${first?.label}, ${point}` };
  }
  const named = points.slice(0, NAMED).join(', ') + (points.length > NAMED ? ', …' : '');
  const words = spelled(run);
  if (words === '') return { shown: `${run.length} hidden`, name: `${count}: ${named}` };
  return { shown: `${run.length} hidden: “${words}”`, name: `${count}: ${named}; they spell “${words}”` };
}

/** "U+202E", "U+E0061". */
function codeOf({ codePoint }: HiddenCharacter): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Tag characters are ASCII shifted out of sight: what they spell is what a model reads. */
const TAGS = { first: 0xe0020, last: 0xe007e, shift: 0xe0000 };
/** So much of what they spell is shown. */
const SPELLED = 200;

function isTag({ codePoint }: HiddenCharacter): boolean {
  return codePoint >= TAGS.first && codePoint <= TAGS.last;
}

function spelled(run: readonly HiddenCharacter[]): string {
  const letters = run.filter(isTag).map(({ codePoint }) => String.fromCodePoint(codePoint - TAGS.shift));
  return letters.slice(0, SPELLED).join('') + (letters.length > SPELLED ? '…' : '');
}
