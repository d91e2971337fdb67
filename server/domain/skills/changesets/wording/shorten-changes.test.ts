import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenChanges } from './shorten-changes.ts';
import type { WordChange } from './word-changes.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'word ', ' ', '漢', '👩\u200d👧'), maxLength: 80 });
const changes = fc.array(fc.record<WordChange>({ kind: fc.constantFrom('same', 'added', 'removed'), text }), {
  maxLength: 6,
});

describe('a shortened change', () => {
  it('is about as long as wanted, and begins with the same kinds', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 40, max: 200 }), (all, most) => {
        const shown = shortenChanges(all, most);
        const length = shown.reduce((sum, part) => sum + part.text.length, 0);
        expect(length).toBeLessThanOrEqual(most + 2);
        expect(shown.map(({ kind }) => kind)).toEqual(all.slice(0, shown.length).map(({ kind }) => kind));
      }),
    );
  });
});
