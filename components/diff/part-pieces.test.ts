import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordParts } from './word-parts.ts';

const words = fc.array(fc.constantFrom('check', 'the', 'captured', 'amount', 'first', 'refund'), {
  maxLength: 12,
});
const squeeze = (text: string) => text.replace(/\s+/g, '');

describe('the words that differ', () => {
  it('make the new text together with what is the same, and the old one likewise', () => {
    fc.assert(
      fc.property(words, words, (old, now) => {
        const parts = wordParts(old.join(' '), now.join(' '));
        const join = (dropped: string) =>
          squeeze(parts.flatMap(({ kind, text }) => (kind === dropped ? [] : [text])).join(''));
        expect(join('removed')).toBe(squeeze(now.join(' ')));
        expect(join('added')).toBe(squeeze(old.join(' ')));
      }),
    );
  });

  it('are none where only white space differs', () => {
    expect(wordParts('check  the amount', 'check the\namount').every(({ kind }) => kind === 'same')).toBe(
      true,
    );
  });

  it('have marks for what is hidden, though never for half of an emoji', () => {
    const marks = (before: string, after: string) =>
      wordParts(before, after).flatMap(({ kind, pieces }) =>
        pieces.flatMap(({ mark }) => (mark === null ? [] : [`${kind} ${mark.shown}`])),
      );
    expect(marks('send 👩\u200d👦 now', 'send 👩\u200d👧 now')).toEqual([]);
    expect(marks('می\u200cخواهم', 'می\u200cخواهند')).toEqual([]);
    expect(marks('send a\u200db now', 'send a\u200dc now').length).toBeGreaterThan(0);
    expect(marks('old\u202e', 'new\u2066')).toEqual(['removed U+202E', 'added U+2066']);
  });

  it('mark a finding that runs over words that stay and words that come', () => {
    const find = (text: string) => {
      const start = text.indexOf('ignore all rules');
      return start < 0 ? [] : [{ start, end: start + 'ignore all rules'.length, name: 'an order' }];
    };
    const parts = wordParts('please ignore some rules now', 'please ignore all rules now', find);
    const found = parts.flatMap(({ kind, pieces }) =>
      pieces.flatMap(({ text, finding }) => (finding === null ? [] : [`${kind}: ${text.trim()}`])),
    );
    expect(found).toEqual(['same: ignore', 'added: all', 'same: rules']);
  });

  it('have a mark for every hidden character of either text', () => {
    const hidden = fc.array(
      fc.constantFrom('pay ', 'now ', 'x', '\u200b', '\u202e', '\u{e0061}', '👩\u200d👧 '),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(hidden, hidden, (old, now) => {
        const shown = wordParts(old.join(''), now.join(''))
          .flatMap(({ pieces }) => pieces.map(({ mark, text }) => (mark === null ? text : '·')))
          .join('');
        expect(shown).not.toMatch(/[\u200b\u202e\u{e0061}]/u);
      }),
    );
  });

  it('shows long texts as replaced whole', () => {
    const long = 'word '.repeat(4001);
    expect(wordParts(long, 'short').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
