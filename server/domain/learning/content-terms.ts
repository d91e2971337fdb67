/**
 * The words of a text that say what it is about, in a form in which texts of any language are compared:
 * without function words, accents, endings, hidden characters and look-alikes. Scripts without blanks are
 * compared by pairs of characters within a word.
 */
import { analyze, FOREIGN_FUNCTION_WORDS } from '../knowledge/analyze.ts';
import { backgroundRate } from '../knowledge/background.ts';
import { LOOKALIKES } from '../safety/injection/lookalikes.ts';

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{sc=Latin}/u;
const OTHER = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]/u;

/** The rate that says nothing, as a power of two: that of the most common words is 2⁻⁷. */
const EMPTY_RATE = 4;

const EMPTY: ReadonlySet<string> = new Set(
  [...FOREIGN_FUNCTION_WORDS].flatMap((word) => [word, ...analyze(word)]),
);

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** One character of these scripts is a particle, or means too many things. */
const ONE_UNSPACED = new RegExp(`^${UNSPACED.source}$`, 'u');
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The terms of a text in reading order, with repetitions. Linear in the text's length. */
export function contentTerms(text: string): string[] {
  return analyze(spaced(readable(text))).filter((term) => !EMPTY.has(term) && !ONE_UNSPACED.test(term));
}

/** A text with blanks between its words, so that words in another order are the same words. */
function spaced(text: string): string {
  if (!UNSPACED.test(text)) return text;
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment).join(' ');
}

/**
 * A text as it is read: no hidden characters, and in words of two scripts the letters that the odd ones pass
 * for.
 */
export function readable(text: string): string {
  const plain = text.normalize('NFKC').replace(HIDDEN, '');
  if (!OTHER.test(plain)) return plain;
  return plain.replace(WORD, (word) => (LATIN.test(word) && OTHER.test(word) ? resolved(word) : word));
}

function resolved(word: string): string {
  return [...word].map((letter) => LOOKALIKES.get(letter.toLowerCase()) ?? letter).join('');
}

/** Numbers of two digits and more: they are the same in every language. */
export function numbersIn(text: string): string[] {
  return (text.normalize('NFKC').match(/\p{Nd}(?:[\p{Nd}.,]*\p{Nd})/gu) ?? []).map((number) =>
    number.replaceAll(/[.,]/g, ''),
  );
}

/** How much a term says: the rarer it is in texts of any subject, the more. */
export function termWeight(term: string): number {
  return -Math.log2(backgroundRate(term)) - EMPTY_RATE;
}

/**
 * How much of `wanted` stands within `width` terms of a text at most: the sum of the weights, each term once.
 */
export function mostTogether(
  wanted: ReadonlyMap<string, number>,
  terms: readonly string[],
  width: number,
): number {
  return bestStretch(wanted, terms, width).sum;
}

/** The wanted terms, with their weights, where most of them stand within `width` terms of a text at most. */
export function wordsTogether(
  wanted: ReadonlyMap<string, number>,
  terms: readonly string[],
  width: number,
): ReadonlyMap<string, number> {
  const { sum, end } = bestStretch(wanted, terms, width);
  const within = new Set(sum === 0 ? [] : terms.slice(Math.max(0, end - width + 1), end + 1));
  return new Map([...wanted].filter(([term]) => within.has(term)));
}

/** The weight of the stretch that says most, and the place of its last wanted term. */
function bestStretch(
  wanted: ReadonlyMap<string, number>,
  terms: readonly string[],
  width: number,
): { sum: number; end: number } {
  const hits = terms.flatMap((term, place) => (wanted.has(term) ? [{ term, place }] : []));
  const counts = new Map<string, number>();
  /** Counts a term in or out; answers how much the sum changes. */
  const count = (term: string, by: 1 | -1): number => {
    const [before, after] = [counts.get(term) ?? 0, (counts.get(term) ?? 0) + by];
    counts.set(term, after);
    return (Number(after > 0) - Number(before > 0)) * (wanted.get(term) ?? 0);
  };
  let [sum, most, end] = [0, 0, 0];
  let inside = 0;
  for (const { term, place } of hits) {
    sum += count(term, 1);
    for (let hit = hits[inside]; hit !== undefined && place - hit.place >= width; hit = hits[inside]) {
      sum += count(hit.term, -1);
      inside += 1;
    }
    if (sum > most) [most, end] = [sum, place];
  }
  return { sum: most, end };
}

/** The part of the words, weighed by how much they say, that is among `terms`: 0 to 1. */
export function shareOf(words: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  let [all, heard] = [0, 0];
  for (const word of words) {
    const weight = termWeight(word);
    all += weight;
    if (terms.has(word)) heard += weight;
  }
  return all === 0 ? 0 : heard / all;
}
