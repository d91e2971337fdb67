/** The index must say of every pair of document and term what a plain search would. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addImpacts,
  buildPostings,
  entriesAt,
  entriesBetween,
  findEntries,
  GrowingTerms,
  postingsBytes,
} from './postings.ts';

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

  it('add the weighted impacts of a term to its documents', () => {
    const postings = buildPostings([new Map([['a', 2]]), new Map([['b', 1]]), new Map([['a', 3]])]);
    const sums = new Float64Array(3);
    addImpacts(postings, findEntries(postings, 'a'), 10, sums);
    expect([...sums]).toEqual([20, 0, 30]);
  });

  it('take room for their pairs and terms', () => {
    expect(postingsBytes(buildPostings([new Map([['a', 1]])]))).toBe(80 + 2 * 4 + 4 + 4);
  });

  it('share their terms where they are built on the same ones', () => {
    const terms = new GrowingTerms();
    const early = buildPostings([new Map([['a', 1]])], terms);
    const late = buildPostings([new Map([['b', 2]]), new Map([['a', 3]])], terms);
    expect([terms.size, terms.get('a'), terms.get('b')]).toEqual([2, 0, 1]);
    expect(findEntries(early, 'b')).toEqual({ from: 0, to: 0 });
    expect(entriesAt(late, terms.get('a'))).toEqual({ from: 0, to: 1 });
    expect(entriesAt(late, undefined)).toEqual({ from: 0, to: 0 });
  });
});

describe('growing terms', () => {
  it('keep their numbers when there are many', () => {
    const growing = new GrowingTerms();
    const named = Array.from({ length: 10_000 }, (_, number) => `term ${number}`);
    expect(named.map((term) => growing.number(term))).toEqual(named.map((_, number) => number));
    expect(named.map((term) => growing.get(term))).toEqual(named.map((_, number) => number));
    expect(growing.size).toBe(named.length);
  });

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
