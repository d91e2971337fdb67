/** The index must say of every pair of document and term what a plain search would. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPostings, entriesBetween, findEntries, GrowingTerms } from './postings.ts';

const terms = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__');
const documents = fc.array(
  fc.array(fc.tuple(terms, fc.integer({ min: 1, max: 9 }))).map((pairs) => new Map(pairs)),
);

describe('postings', () => {
  it('hold each pair of document and term exactly once, by document', () => {
    fc.assert(
      fc.property(documents, terms, fc.nat(20), fc.nat(20), (all, term, from, length) => {
        const postings = buildPostings(all);
        const { from: first, to } = entriesBetween(
          postings,
          findEntries(postings, term),
          from,
          from + length,
        );
        const found = Array.from({ length: to - first }, (_, index) => [
          postings.documents[first + index],
          postings.impacts[first + index],
        ]);
        const expected = all.flatMap((document, position) =>
          document.has(term) && position >= from && position < from + length
            ? [[position, document.get(term)]]
            : [],
        );
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe('growing terms', () => {
  it('number each term once, in the order in which they come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), terms), { maxLength: 400 }), (named) => {
        const growing = new GrowingTerms();
        const plain = new Map<string, number>();
        for (const term of named) {
          if (!plain.has(term)) plain.set(term, plain.size);
          expect(growing.number(term)).toBe(plain.get(term));
        }
        expect(growing.size).toBe(plain.size);
        for (const [term, number] of plain) expect(growing.get(term)).toBe(number);
        expect(growing.get('never named')).toBe(plain.get('never named'));
      }),
    );
  });
});
