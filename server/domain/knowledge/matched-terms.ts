/** Which words made a text match: what the explanation of a recall shows beside its score. */
import { insertBest } from './best.ts';
import { type Entries, impactOf, NONE, type Postings } from './postings.ts';

/** Words that an explanation names; the rest adds little. */
const NAMED_TERMS = 8;

/** A word of the query with the weight that finding it has and the entries that were found in each place. */
export interface FoundTerm {
  readonly word: string;
  readonly weight: number;
  readonly entries: readonly Entries[];
}

/** Where to look: an index, its place among the entries of a term, and the documents asked about. */
export interface Matching {
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
        const impact = impactOf(postings, entries[place] ?? NONE, document);
        if (impact > 0) insertBest(matched, { word, weight: weight * impact }, NAMED_TERMS, byWeight);
      }
      return [document, matched];
    }),
  );
}

function byWeight(a: MatchedTerm, b: MatchedTerm): number {
  return b.weight - a.weight;
}
