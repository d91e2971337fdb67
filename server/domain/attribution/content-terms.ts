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

export const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
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

/** The rate of terms that no list knows. */
const UNLISTED = backgroundRate('zzzzzzzz');

/** Whether a term is a common word of English, or a number. */
export function isKnownTerm(term: string): boolean {
  return backgroundRate(term) > UNLISTED;
}

/** The part of the words, weighed by how much they say, that is among `terms`: 0 to 1. */
export function shareOf(words: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  let [all, matched] = [0, 0];
  for (const word of words) {
    const weight = termWeight(word);
    all += weight;
    if (terms.has(word)) matched += weight;
  }
  return all === 0 ? 0 : matched / all;
}

/** So many letters of a longer word tell it: endings differ between what somebody said and what was learned of it. */
const ROOT_LETTERS = 5;
const IS_WORD = /^[\p{L}\p{M}]+$/u;
/** Korean writes particles behind its words, which are of two syllables mostly. */
const HANGUL = /^\p{sc=Hangul}{3,}$/u;
const ROOT_SYLLABLES = 2;

/** The part of a term by which texts of any language are compared. Stems are only made of English words. */
export function rootOf(term: string): string {
  if (HANGUL.test(term)) return term.slice(0, ROOT_SYLLABLES);
  return term.length > ROOT_LETTERS && IS_WORD.test(term) ? term.slice(0, ROOT_LETTERS) : term;
}
