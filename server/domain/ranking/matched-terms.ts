/** Which words made a text match: what the explanation of a recall shows beside its score. */
import { insertBest } from './best.ts';
import type { Entries, Postings } from './postings.ts';

/** Words that an explanation names; the rest adds little. */
const NAMED_TERMS = 8;

/** A word of the query with the weight that finding it has and the entries that were found. */
export interface FoundTerm {
  readonly word: string;
  readonly weight: number;
  readonly entries: readonly Entries[];
}

/** A word as the query has it and what it added to the evidence, in nats. */
export interface MatchedTerm {
  readonly word: string;
  readonly weight: number;
}

/** For each of some documents the words of the query that it has, heaviest first. Reads each entry once. */
export function matchedTerms(
  postings: Postings,
  documents: readonly number[],
  terms: readonly FoundTerm[],
): ReadonlyMap<number, readonly MatchedTerm[]> {
  const matched = new Map<number, MatchedTerm[]>(documents.map((document) => [document, []]));
  for (const { word, weight, entries } of terms) {
    for (const { from, to } of entries) {
      for (let entry = from; entry < to; entry += 1) {
        const list = matched.get(postings.documents[entry] ?? -1);
        if (list)
          insertBest(list, { word, weight: weight * (postings.impacts[entry] ?? 0) }, NAMED_TERMS, byWeight);
      }
    }
  }
  return matched;
}

function byWeight(a: MatchedTerm, b: MatchedTerm): number {
  return b.weight - a.weight;
}
