/**
 * Ways to write a text so that a model still reads it and others do not: encodings, hidden characters,
 * another order of words.
 */
import { pick } from './slots.ts';

const encodeUtf8 = (text: string) => [...new TextEncoder().encode(text)];
const toHex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

const rot13 = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

export const ENCODINGS = {
  base64: (text: string) => Buffer.from(text).toString('base64'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  rot13,
  html_entities: (text: string) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
  percent: (text: string) =>
    encodeUtf8(text)
      .map((byte) => `%${toHex(byte, 2).toUpperCase()}`)
      .join(''),
  unicode_escapes: (text: string) =>
    Array.from({ length: text.length }, (_, at) => `\\u${toHex(text.charCodeAt(at), 4)}`).join(''),
} as const satisfies Record<string, (text: string) => string>;
export type Encoding = keyof typeof ENCODINGS;

/** Puts a character behind each letter but the last. */
const between = (text: string, mark: string) => [...text].join(mark);

/**
 * Puts the payload's bits as single characters behind the words of another text, never more than seven
 * together.
 */
function inBits(cover: string, payload: string): string {
  const bits = encodeUtf8(payload)
    .slice(0, 40)
    .flatMap((byte) => Array.from({ length: 8 }, (_, at) => ((byte >> (7 - at)) & 1 ? '\u200d' : '\u200c')));
  const letters = [...cover];
  return letters
    .map((letter, at) => letter + bits.slice(at * 7, at * 7 + 7).join(''))
    .join('')
    .concat(bits.slice(letters.length * 7).join(''));
}

const asTags = (text: string) =>
  [...text]
    .filter((letter) => letter >= ' ' && letter <= '~')
    .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    .join('');

const asSelectors = (text: string) =>
  encodeUtf8(text)
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');

const backwards = (text: string) => [...text].reverse().join('');

/**
 * What is hidden: the payload, in English where only ASCII can be carried, and an innocent text that may
 * carry it.
 */
interface Hidden {
  readonly payload: string;
  readonly english: string;
  readonly cover: string;
}

/** Hidden characters by name. */
export const HIDINGS = {
  zero_width: ({ payload }: Hidden) => between(payload, '\u200b'),
  zero_width_bits: ({ payload, cover }: Hidden) => inBits(cover, payload),
  tags: ({ english, cover }: Hidden) => `${cover} 🙂${asTags(english)}`,
  variation_selectors: ({ payload, cover }: Hidden) => `${cover} 👍${asSelectors(payload)}`,
  isolates: ({ payload }: Hidden) => payload.replaceAll(/\S+/g, (word) => `\u2066${word}\u2069`),
  override: ({ payload, cover }: Hidden) => `${cover} \u202e${backwards(payload)}\u202c`,
  soft_hyphen: ({ payload }: Hidden) => between(payload, '\u00ad'),
  blank_hangul: ({ payload }: Hidden) => payload.replaceAll(' ', '\u3164').replace(/^(.{3})/u, '$1\u115f'),
  blank_braille: ({ payload }: Hidden) => payload.replaceAll(' ', '\u2800').replace(/^(.{3})/u, '$1\u2800'),
  invisible_operators: ({ payload }: Hidden) => between(payload, '\u2063'),
  grapheme_joiner: ({ payload }: Hidden) => between(payload, '\u034f'),
  word_joiner: ({ payload }: Hidden) => between(payload, '\u2060'),
} as const satisfies Record<string, (hidden: Hidden) => string>;
export type Hiding = keyof typeof HIDINGS;

const MOST_WORDS = 3;

/** The same words in another order, a few of them together; gaps of templates stay whole. */
export function reordered(template: string, isSpaced: boolean): string {
  const words = template.match(isSpaced ? /\S+/gu : /[!-~]+|[^!-~\s]{1,4}/gu) ?? [];
  const glue = isSpaced ? ' ' : '';
  const groups: string[] = [];
  for (let at = 0; at < words.length; ) {
    const size = pick([1, 2, MOST_WORDS], `${template}.${at}`);
    groups.push(words.slice(at, at + size).join(glue));
    at += size;
  }
  const [odd, even] = [groups.filter((_, at) => at % 2 === 1), groups.filter((_, at) => at % 2 === 0)];
  return [...odd, ...even.toReversed()].join(glue);
}
