/**
 * Whether a text repeats what a run said. Compared are folded words, so that look-alikes, accents, case and punctuation hide
 * nothing; what counts as said is what the model was shown, so that nothing which it may have repeated is left out.
 */
import { QUOTE_CLOSING, QUOTE_OPENING } from '../learning/quote.ts';
import { foldText } from '../safety/fold-text.ts';

/** So many words in the same order are no coincidence. */
const LONG_RUN = 8;
/** A run of this many words is a copy where it is most of the text. */
const SHORT_RUN = 6;
const MOST = 2 / 3;
/** Fewer words are said by everybody. */
const LEAST_WORDS = 3;

/** In these scripts every character counts as a word. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

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
  const read = texts.map(wordsOf);
  return {
    long: new Set(read.flatMap((words) => runsOf(words, LONG_RUN))),
    short: new Set(read.flatMap((words) => runsOf(words, SHORT_RUN))),
    whole: read.map((words) => ` ${words.join(' ')} `),
    excused: [],
  };
}

/** What was said without what is known otherwise: whoever repeats that has not copied. */
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
  const words = wordsOf(text);
  if (words.length < LEAST_WORDS || isWithin(words, source.excused)) return false;
  if (isWithin(words, source.whole)) return true;
  return hasLongCopy(words, source) || copiedWords(words, source) >= words.length * MOST;
}

/** Whether all of a text was said, be it one word: for what is so short that it can only be an order or nothing. */
export function isSaidWhole(text: string, { whole, excused }: Said): boolean {
  const words = wordsOf(text);
  return words.length > 0 && isWithin(words, whole) && !isWithin(words, excused);
}

function isWithin(words: readonly string[], texts: readonly string[]): boolean {
  const all = ` ${words.join(' ')} `;
  return texts.some((other) => other.includes(all));
}

/** As {@link isCopied}, where short stretches prove nothing. */
export function isCopiedAtLength(text: string, source: Said): boolean {
  return hasLongCopy(wordsOf(text), source);
}

function hasLongCopy(words: readonly string[], { long }: Said): boolean {
  return runsOf(words, LONG_RUN).some((run) => long.has(run));
}

/** How many of the words stand in a run of {@link SHORT_RUN} that was said. */
function copiedWords(words: readonly string[], { short }: Said): number {
  const copied = new Set<number>();
  runsOf(words, SHORT_RUN).forEach((run, at) => {
    if (short.has(run)) for (let word = at; word < at + SHORT_RUN; word += 1) copied.add(word);
  });
  return copied.size;
}

function wordsOf(text: string): string[] {
  const words = foldText(text, { lookalikes: true })
    .text.split(' ')
    .filter((word) => word !== '');
  return words.flatMap((word) => (UNSPACED.test(word) ? [...word] : [word]));
}

function runsOf(words: readonly string[], length: number): string[] {
  if (words.length < length) return [];
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(' '));
}

/** Who speaks in a run for itself: the user and the agent. Everything else came from outside. */
const OWN_ROLES = ['user', 'assistant'];

/** The texts of quoted episodes: all of them, and those that neither the user nor the agent said. */
export function textsIn(quotes: readonly string[]): { all: string[]; foreign: string[] } {
  const records = quotes.flatMap(recordsIn);
  const isOwn = (record: Record<string, unknown>) =>
    'task' in record || 'feedback' in record || OWN_ROLES.includes(String(record['role']).toLowerCase());
  const texts = (some: readonly Record<string, unknown>[]) => some.flatMap(leavesOf);
  return { all: texts(records), foreign: texts(records.filter((record) => !isOwn(record))) };
}

/** The records between the delimiters, one a line. */
function recordsIn(quote: string): Record<string, unknown>[] {
  const start = quote.indexOf(QUOTE_OPENING);
  const lines = quote.slice(start + QUOTE_OPENING.length, quote.lastIndexOf(QUOTE_CLOSING)).split('\n');
  return lines.filter((line) => line !== '').map(recordOf);
}

function recordOf(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    // Whatever cannot be read as a record is still a text that was shown.
    return { text: line };
  }
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...nestedIn(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The texts of a text that is JSON itself, such as a tool's arguments: there line ends and quotes are written otherwise. */
function nestedIn(text: string): string[] {
  if (!/^\s*[{[]/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? leavesOf(value) : [];
  } catch {
    return [];
  }
}
