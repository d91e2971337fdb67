/** Vectors may add to a lexical score; they must never turn it round or leave 0 to 1. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, unrelatedCosine } from './vector.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });

describe('fuse', () => {
  it('stays between the lexical score and 1, and grows with the cosine', () => {
    fc.assert(
      fc.property(unit, cosine, cosine, cosine, (lexical, one, other, usual) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const fused = fuse(lexical, low, usual);
        expect(fused).toBeGreaterThanOrEqual(lexical - 1e-12);
        expect(fuse(lexical, high, usual)).toBeGreaterThanOrEqual(fused);
        expect(fuse(lexical, high, usual)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is the lexical score without a cosine', () => {
    expect(fuse(0.4, undefined, 0.1)).toBe(0.4);
  });
});

describe('unrelatedCosine', () => {
  it('is the median of enough cosines, else a middle value', () => {
    const cosines = Array.from({ length: 9 }, (_, index): [string, number] => [`${index}`, index / 10]);
    expect(unrelatedCosine(new Map(cosines))).toBe(0.4);
    expect(unrelatedCosine(new Map(cosines.slice(0, 3)))).toBe(0.5);
    expect(unrelatedCosine(undefined)).toBe(0.5);
  });

  it('is told from texts about nothing in particular where there are few cosines, and from none else', () => {
    const few = new Map([
      ['related', 0.6],
      ['other', 0.12],
    ]);
    const background = [0.05, 0.08, 0.1, 0.1, 0.11, 0.15, 0.2];
    expect(unrelatedCosine(few, background)).toBe(0.11);
    expect(unrelatedCosine(few, background.slice(0, 3))).toBe(0.5);
    const many = new Map(Array.from({ length: 9 }, (_, index): [string, number] => [`${index}`, index / 10]));
    expect(unrelatedCosine(many, background)).toBe(0.4);
  });
});
