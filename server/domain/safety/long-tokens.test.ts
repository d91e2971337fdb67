import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longTokens } from './long-tokens.ts';

describe('longTokens', () => {
  it('gives exactly the maximal tokens of fifteen characters or more', () => {
    const parts = fc.array(
      fc.oneof(fc.stringMatching(/^[\w.~+/=:-]{0,20}$/), fc.constantFrom(' ', '"', '\n', 'é')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join('');
        const expected = [...text.matchAll(/[\w.~+/=:-]{15,}/g)].map((match) => [
          match.index,
          match.index + match[0].length,
        ]);
        expect([...longTokens(text)]).toEqual(expected);
      }),
    );
  });
});
