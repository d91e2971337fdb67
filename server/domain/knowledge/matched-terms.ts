/** Which words made a text match: what the explanation of a recall shows beside its score. */
import { type Entries, findImpact, NONE, type Postings } from './postings.ts';

/** Words that an explanation names; the rest adds little. */
const NAMED_TERMS = 8;

/** A word of the query with the weight that finding it has and the entries that were found in each place. */
export interface FoundTerm {
  readonly word: string;
  readonly weight: number;
  readonly entries: readonly Entries[];
}

/** Where to look: an index, its place among the entries of a term, and the documents asked about. */
interface Matching {
  readonly postings: Postings;
  readonly place: number;
  readonly documents: readonly number[];
}

/** A word as the query has it and what it added to the evidence, in nats. */
export interface MatchedTerm {
  readonly word: string;
  readonly weight: number;
}

/** For each of some documents the words of the query that it has, heaviest first. */
export function matchedTerms(
  { postings, place, documents }: Matching,
  terms: readonly FoundTerm[],
): ReadonlyMap<number, readonly MatchedTerm[]> {
  return new Map(
    documents.map((document) => {
      const matched: MatchedTerm[] = [];
      for (const { word, weight, entries } of terms) {
        const impact = findImpact(postings, entries[place] ?? NONE, document);
        if (impact > 0) insertBest(matched, { word, weight: weight * impact }, NAMED_TERMS, byWeight);
      }
      return [document, matched];
    }),
  );
}

function byWeight(a: MatchedTerm, b: MatchedTerm): number {
  return b.weight - a.weight;
}

/** The best few of many candidates, without sorting or even creating the others. */

/** The score below which no candidate can be among the best `limit`; one of just that score has to be tried. */
export function leastScore(best: readonly { readonly score: number }[], limit: number): number {
  if (best.length < limit) return 0;
  return best[limit - 1]?.score ?? Number.POSITIVE_INFINITY;
}

/** Puts a candidate at its place among at most `limit`, best first by `compare` (negative: `a` before `b`). */
export function insertBest<T>(best: T[], candidate: T, limit: number, compare: (a: T, b: T) => number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = best[middle];
    if (other !== undefined && compare(other, candidate) <= 0) low = middle + 1;
    else high = middle;
  }
  if (low >= limit) return;
  best.splice(low, 0, candidate);
  if (best.length > limit) best.length = limit;
}
