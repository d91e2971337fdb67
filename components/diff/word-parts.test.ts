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

  it('shows long texts as replaced whole', () => {
    const long = 'word '.repeat(4001);
    expect(wordParts(long, 'short').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
