/**
 * Finds orders by the words that a sentence has, in any sequence: an act, what it is aimed at, and where
 * needed what makes it harmful. Languages differ in where they put the verb, and a model reads scrambled
 * words as well, so no phrase would do.
 */
import { foldText } from '../injection/fold-text.ts';
import type { Finding } from '../spans.ts';
import {
  AGAINST_BEFORE,
  AGAINST_BEHIND,
  AGAINST_UNSPACED,
  type Order,
  withTargetsMarked,
} from './order-words.ts';

/** Alphabets with letters that pass for Latin ones. */
const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;
/** Scripts that put no blanks between words, or endings right behind them. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Myanmar}]/u;
/** So many characters of a folded sentence may lie between an act and each of its objects. */
const REACH = 80;

/** Orders whose words are compiled. */
export interface OrderPatterns {
  readonly orders: readonly OrderPattern[];
  /** Finds a word in every sentence that has one of the orders, and none in most others. */
  readonly sign: RegExp;
}

interface OrderPattern {
  readonly finding: Finding;
  readonly isNegative: boolean;
  readonly ordinary: RegExp | null;
  readonly act: RegExp;
  readonly objects: readonly RegExp[];
}

/** Where an order stands, as a half-open range of UTF-16 units. */
export interface OrderMatch {
  readonly finding: Finding;
  readonly start: number;
  readonly end: number;
}

export function compileOrders(orders: readonly Order[]): OrderPatterns {
  const shortest = orders.map(({ objects }) => objects.reduce((a, b) => (b.length < a.length ? b : a)));
  return {
    sign: wordPattern(shortest.join(' ')),
    orders: orders.map(({ finding, acts, objects, isNegative = false, ordinary = null }) => ({
      ...{ finding, isNegative, ordinary, act: wordPattern(acts), objects: objects.map(wordPattern) },
    })),
  };
}

function wordPattern(words: string): RegExp {
  const all = foldWords(words);
  const spaced = all.filter(({ stem }) => !UNSPACED.test(stem));
  const anywhere = all.filter(({ stem }) => UNSPACED.test(stem)).map(({ stem }) => stem);
  const choice = (whole: boolean) =>
    spaced.flatMap(({ stem, isWhole }) => (isWhole === whole ? [stem] : [])).join('|');
  const [stems, whole] = [choice(false), choice(true)];
  const word = [
    ...(stems === '' ? [] : [`(?<=[ ;])(?:${stems})[^ ;]{0,24}`]),
    ...(whole === '' ? [] : [`(?<=[ ;])(?:${whole})(?=[ ;])`]),
  ];
  return new RegExp([...word, ...anywhere].join('|'), 'gu');
}

/** The words of a list, folded as texts are. */
function foldWords(list: string): { stem: string; isWhole: boolean }[] {
  return list.split(/\s+/).map((word) => {
    const stem = word.replace(/[.]$/, '');
    const lookalikes = !OTHER_ALPHABET.test(stem);
    const folded = foldText(stem.replaceAll('_', ' '), { lookalikes }).text.trim();
    return { stem: folded.replaceAll(' ', '[ ;]'), isWhole: stem !== word };
  });
}

const toStems = (list: string) => foldWords(list).map(({ stem }) => stem);
const AGAINST = new RegExp(
  `[ ;](?:${toStems(AGAINST_BEFORE).join('|')})(?: (?:to|jamais|mai|te|a|se|ever|de|должны|надо|zu|be))?$`,
  'u',
);
const BEHIND = new RegExp(`^[^;]{0,50}[ ;](?:${toStems(AGAINST_BEHIND).join('|')})(?=[ ;])`, 'u');

/** Every order of a text, in the order of its sentences. */
export function findOrders(text: string, patterns: OrderPatterns): OrderMatch[] {
  return splitSentences(text).flatMap(({ sentence, start }) => {
    const end = start + sentence.length;
    return ordersIn(sentence, patterns).map((finding) => ({ finding, start, end }));
  });
}

function splitSentences(text: string): { sentence: string; start: number }[] {
  const sentences: { sentence: string; start: number }[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?;](?=\s|$)|[。！？；\n]/gu)) {
    sentences.push({ sentence: text.slice(start, index), start });
    start = index + end.length;
  }
  sentences.push({ sentence: text.slice(start), start });
  return sentences.filter(({ sentence }) => sentence.trim() !== '');
}

function ordersIn(sentence: string, { orders, sign }: OrderPatterns): Finding[] {
  const marked = withTargetsMarked(sentence);
  const resolved = foldText(marked, { lookalikes: true, clauses: true }).text;
  const kept = OTHER_ALPHABET.test(marked)
    ? foldText(marked, { lookalikes: false, clauses: true }).text
    : resolved;
  const readings = new Set([resolved, kept].filter((reading) => reading.search(sign) !== -1));
  if (readings.size === 0) return [];
  return orders
    .filter((order) => [...readings].some((reading) => isOrdered(order, sentence, reading)))
    .map(({ finding }) => finding);
}

/** Whether the sentence orders the act on one of each kind of its objects. */
function isOrdered(
  { act, objects, ordinary, isNegative }: OrderPattern,
  sentence: string,
  folded: string,
): boolean {
  // Most sentences lack an object; this is much faster than to list the places of those that there are.
  if (objects.some((object) => folded.search(object) === -1)) return false;
  const places = objects.map((object) => Array.from(folded.matchAll(object), ({ index }) => index));
  if (ordinary?.test(sentence)) return false;
  const next = places.map(() => 0);
  for (const { index, 0: word } of folded.matchAll(act)) {
    const end = index + word.length;
    if (!areNear(places, next, index, end)) continue;
    if (isNegative || !isSpokenAgainst(folded, index, end)) return true;
  }
  return false;
}

/**
 * Whether one place of each list lies within reach of an act; `next` remembers how far each list has been
 * passed.
 */
function areNear(places: readonly number[][], next: number[], start: number, end: number): boolean {
  return places.every((found, list) => {
    let at = next[list] ?? 0;
    while (at < found.length && (found[at] ?? 0) < start - REACH) at++;
    next[list] = at;
    return (found[at] ?? Number.POSITIVE_INFINITY) <= end + REACH;
  });
}

function isSpokenAgainst(folded: string, start: number, end: number): boolean {
  if (AGAINST.test(folded.slice(Math.max(0, start - 30), start).replace(/[ ;]$/, ''))) return true;
  if (BEHIND.test(folded.slice(end, end + 60))) return true;
  return AGAINST_UNSPACED.test(folded.slice(Math.max(0, start - 6), end + 12));
}
