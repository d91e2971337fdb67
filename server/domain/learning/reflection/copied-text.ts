/**
 * Whether a text repeats what a run said. Compared are folded words, so that look-alikes, accents, case and
 * punctuation hide nothing; what counts as said is what the model was shown, so that nothing which it may
 * have repeated is left out.
 */
import { foldText } from '../../safety/injection/fold-text.ts';
import { allSteps, type Steps } from '../../steps.ts';

/** So many words in the same order are no coincidence. */
const LONG_RUN = 8;
/** A run of this many words is a copy where it is most of the text. */
const SHORT_RUN = 6;
const MOST = 2 / 3;
/** Fewer words are said by everybody. */
const LEAST_WORDS = 3;

/** These scripts have no blanks between words: a few characters in a row are one or two words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** What was said, ready to be compared with. */
export interface Said {
  readonly long: ReadonlySet<string>;
  readonly short: ReadonlySet<string>;
  readonly whole: readonly string[];
  /** Texts that may be repeated as a whole. */
  readonly excused: readonly string[];
}

/** Prepares texts to be compared with. */
export function said(texts: readonly string[]): Said {
  return allSteps(saidSteps(texts));
}

/** As {@link said}, one text after the other. */
export function* saidSteps(texts: readonly string[]): Steps<Said> {
  const long = new Set<string>();
  const short = new Set<string>();
  const whole: string[] = [];
  for (const text of texts) {
    const words = splitWords(text);
    for (const run of wordRuns(words, LONG_RUN)) long.add(run);
    for (const run of wordRuns(words, SHORT_RUN)) short.add(run);
    whole.push(` ${words.join(' ')} `);
    yield;
  }
  return { long, short, whole, excused: [] };
}

/** What was said without what is known otherwise: anyone who repeats that has not copied. */
export function unless(source: Said, known: Said): Said {
  return {
    long: source.long.difference(known.long),
    short: source.short.difference(known.short),
    whole: source.whole,
    excused: known.whole,
  };
}

/** Whether a text repeats what was said: as a whole, for a long stretch, or for most of it. */
export function isCopied(text: string, source: Said): boolean {
  const words = splitWords(text);
  if (words.length < LEAST_WORDS || isWithin(words, source.excused)) return false;
  if (isWithin(words, source.whole)) return true;
  return hasLongCopy(words, source) || copiedWords(words, source) >= words.length * MOST;
}

/**
 * Whether all of a text was said, be it one word: for what is so short that it can only be an order or
 * nothing.
 */
export function isSaidWhole(text: string, { whole, excused }: Said): boolean {
  const words = splitWords(text);
  return words.length > 0 && isWithin(words, whole) && !isWithin(words, excused);
}

function isWithin(words: readonly string[], texts: readonly string[]): boolean {
  const all = ` ${words.join(' ')} `;
  return texts.some((other) => other.includes(all));
}

/** As {@link isCopied}, where short stretches prove nothing. */
export function isCopiedAtLength(text: string, source: Said): boolean {
  return hasLongCopy(splitWords(text), source);
}

function hasLongCopy(words: readonly string[], { long }: Said): boolean {
  return wordRuns(words, LONG_RUN).some((run) => long.has(run));
}

/** How many of the words stand in a run of {@link SHORT_RUN} that was said. */
function copiedWords(words: readonly string[], { short }: Said): number {
  const copied = new Set<number>();
  wordRuns(words, SHORT_RUN).forEach((run, at) => {
    if (short.has(run)) for (let word = at; word < at + SHORT_RUN; word += 1) copied.add(word);
  });
  return copied.size;
}

function splitWords(text: string): string[] {
  const words = foldText(text, { lookalikes: true })
    .text.split(' ')
    .filter((word) => word !== '');
  return words.flatMap((word) => (UNSPACED.test(word) ? splitSegments(word) : [word]));
}

function splitSegments(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

function wordRuns(words: readonly string[], length: number): string[] {
  if (words.length < length) return [];
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(' '));
}
