import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHiddenCharacters } from '../../../server/domain/safety/injection/hidden-characters.ts';
import { inWords, piecesOf } from './hidden-marks.ts';

const marksOf = (text: string) => piecesOf(text).flatMap(({ mark }) => mark ?? []);
const tags = (words: string) =>
  [...words].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join('');

const TEXT = fc
  .array(
    fc.constantFrom(
      'pay',
      ' ',
      '👩‍👧',
      '\u202e',
      '\u200b',
      '\u200b',
      '\u2066',
      tags('a'),
      tags('b'),
      '\u00ad',
    ),
  )
  .map((parts) => parts.join(''));

describe('the pieces of a text', () => {
  it('name a hidden character by what it is called and its code point', () => {
    expect(marksOf('pay\u202eload')).toEqual([
      { shown: 'U+202E', name: 'hidden character: right-to-left override, U+202E' },
    ]);
  });

  it('have the places of findings apart, hidden characters in them too, the first finding where two overlap', () => {
    const spans = [
      { start: 4, end: 10, name: 'an order' },
      { start: 4, end: 8, name: 'an order' },
      { start: 8, end: 12, name: 'an address' },
    ];
    expect(
      piecesOf('say ig\u200bnore it', undefined, spans).map(({ text, finding }) => [text, finding]),
    ).toEqual([
      ['say ', null],
      ['ig', 'an order'],
      ['\u200b', 'an order'],
      ['nor', 'an order'],
      ['e ', 'an address'],
      ['it', null],
    ]);
  });

  it('count those that stand in a row', () => {
    expect(marksOf(`a${'\u200b'.repeat(7)}b`)).toEqual([
      { shown: 'U+200B × 7', name: '7 hidden characters: zero width space, U+200B' },
    ]);
  });

  it('keep two or three different ones apart and draw more of them as one', () => {
    expect(marksOf('a\u2066\u2067\u2068b').map(({ shown }) => shown)).toEqual(['U+2066', 'U+2067', 'U+2068']);
    expect(marksOf('a\u2066\u2067\u2068\u2069b').map(({ shown }) => shown)).toEqual(['4 hidden']);
    expect(marksOf('a\u200bb\u200bc')).toHaveLength(2);
  });

  it('tell what tag characters spell, and name the first eight of a long row', () => {
    expect(marksOf(`Refund${tags('ignore')}`)[0]?.name).toMatch(
      /^6 hidden characters: U\+E0069, .*; they spell “ignore”$/,
    );
    const selectors = Array.from({ length: 20 }, (_, at) => String.fromCodePoint(0xe0100 + at)).join('');
    expect(marksOf(`a${selectors}`)[0]).toMatchObject({ shown: '20 hidden' });
    expect(marksOf(`a${selectors}`)[0]?.name).toMatch(/U\+E0107, …$/);
  });

  it('show what tag characters spell, however few', () => {
    expect(marksOf(`Refund${tags('ignore')}`)[0]?.shown).toBe('6 hidden: “ignore”');
    expect(marksOf(`Refund${tags('ok')}`).map(({ shown }) => shown)).toEqual(['2 hidden: “ok”']);
    expect(marksOf(tags('x'.repeat(300)))[0]?.shown).toBe('U+E0078 × 300');
    expect(marksOf(tags('xy'.repeat(150)))[0]?.shown).toMatch(/^300 hidden: “(xy){100}…”$/);
  });

  const texts = ['family 👩‍👩‍👧‍👦 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇳🇴', 'می‌خواهم', 'क्‍ष', 'שלום', ''];

  it.each(texts)('leave emoji and the joiners that a script needs: %j', (text) => {
    expect(marksOf(text)).toEqual([]);
  });

  it('make the text again, and nothing hidden stays where there is no mark', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(new Set(pieces.map(({ at }) => at)).size).toBe(pieces.length);
        const hidden = findHiddenCharacters(text).length;
        const marked = pieces.filter(({ mark }) => mark !== null);
        expect(marked.reduce((sum, piece) => sum + [...piece.text].length, 0)).toBe(hidden);
      }),
    );
  });
});

describe('a text in words alone', () => {
  it('holds every hidden character written out', () => {
    expect(inWords('pay\u202eload')).toBe('pay[U+202E]load');
    expect(inWords('می‌خواهم 👩‍👧')).toBe('می‌خواهم 👩‍👧');
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(findHiddenCharacters(inWords(text))).toEqual([]);
      }),
    );
  });
});
