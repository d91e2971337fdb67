/** Keeping the best few must give what sorting everything would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertBest, leastScore } from './matched-terms.ts';

it('keeps the best as sorting would, ties included', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), fc.nat(8), (scores, limit) => {
      const compare = (a: { score: number; id: number }, b: { score: number; id: number }): number =>
        b.score - a.score || b.id - a.id;
      const all = scores.map((score, id) => ({ score, id }));
      const best: { score: number; id: number }[] = [];
      for (const candidate of all) {
        if (candidate.score >= leastScore(best, limit)) insertBest(best, candidate, limit, compare);
      }
      expect(best).toEqual([...all].sort(compare).slice(0, limit));
    }),
  );
});
