/** A query's weight must not depend on how much else was pasted with it, nor its cost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksForAdvice, evidence, readQuery } from './query.ts';

describe('readQuery', () => {
  it.each([
    { query: 'extract the text of receipt.jpg', term: 'imag' },
    { query: 'this mkv does not play', term: 'video' },
  ])('adds the kind of a file that it names: $query', ({ query, term }) => {
    expect(readQuery(query).map((it) => it.term)).toContain(term);
    expect(readQuery('constructor of an image').filter((it) => it.term === 'imag')).toHaveLength(1);
  });

  it('reads a long query at both ends', () => {
    const words = readQuery(`alpha ${'x '.repeat(20_000)} middleword ${'y '.repeat(20_000)} omega`);
    expect(words.map(({ word }) => word)).toEqual(['alpha', 'x', 'y', 'omega']);
  });

  it('bounds its work on 100,000 characters of distinct words', () => {
    const noise = Array.from({ length: 20_000 }, (_, index) => (index * 7919 + 1_000).toString(36)).join(' ');
    const query = readQuery(noise.slice(0, 100_000));
    expect(query.length).toBeLessThan(12_000 / 2);
  });
});

describe('evidence', () => {
  const rate = fc.double({ min: 2 ** -16, max: 2 ** -7, noNaN: true });
  const texts = fc.nat(1_000);

  it('falls with the number of texts that have the term and with the length of the query', () => {
    fc.assert(
      fc.property(rate, texts, fc.nat(500), fc.nat(2_000), (share, seen, more, length) => {
        const at = (count: number, size: number) =>
          evidence(share, { texts: count, pairs: 50_000, prior: 30_000 }, size);
        expect(at(seen + more, length)).toBeLessThanOrEqual(at(seen, length));
        expect(at(seen, length + more)).toBeLessThanOrEqual(at(seen, length));
        expect(at(seen, length)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('asksForAdvice', () => {
  it.each([
    ['Can you recommend a hotel in Rome?', true],
    ['Should I buy the blue one?', true],
    ['Refund order 1001', false],
    [`Recommend one of these: ${'a line of a log '.repeat(40)}`, false],
  ])('%j: %s', (query, asks) => {
    expect(asksForAdvice(query)).toBe(asks);
  });
});

// Keeping the best few must give what sorting everything would.
