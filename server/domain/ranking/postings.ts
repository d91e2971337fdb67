/**
 * The inverted index that skills and memories share: for each term the documents that have it, in typed arrays,
 * so that the cost of a query grows with its matches and not with the library.
 */

/** Documents are numbered from 0 in the order in which they were added. */
export interface Postings {
  /** Term → its number; `offsets[n]` to `offsets[n + 1]` are its entries. */
  readonly terms: ReadonlyMap<string, number>;
  readonly offsets: Uint32Array;
  /** Document of each entry, ascending within a term. */
  readonly documents: Uint32Array;
  /** What the term is worth in that document, as the builder defines it. */
  readonly impacts: Float32Array;
}

/** Entries of one term: positions `from` (inclusive) to `to` (exclusive) in the arrays. */
export interface Entries {
  readonly from: number;
  readonly to: number;
}

const NONE: Entries = { from: 0, to: 0 };

/** Builds the index of documents given as term → impact. Time and space linear in the number of pairs. */
export function buildPostings(documents: readonly ReadonlyMap<string, number>[]): Postings {
  const terms = new Map<string, number>();
  const sizes: number[] = [];
  let total = 0;
  for (const document of documents) {
    total += document.size;
    for (const term of document.keys()) {
      const known = terms.get(term);
      if (known === undefined) sizes[terms.size] = 1;
      else sizes[known] = (sizes[known] ?? 0) + 1;
      if (known === undefined) terms.set(term, terms.size);
    }
  }
  const offsets = new Uint32Array(terms.size + 1);
  for (let term = 0; term < terms.size; term += 1)
    offsets[term + 1] = (offsets[term] ?? 0) + (sizes[term] ?? 0);
  return { terms, offsets, ...fill(documents, terms, offsets, total) };
}

function fill(
  documents: readonly ReadonlyMap<string, number>[],
  terms: ReadonlyMap<string, number>,
  offsets: Uint32Array,
  total: number,
): { documents: Uint32Array; impacts: Float32Array } {
  const next = offsets.slice();
  const of = new Uint32Array(total);
  const impacts = new Float32Array(total);
  documents.forEach((document, number) => {
    for (const [term, impact] of document) {
      const index = terms.get(term) ?? 0;
      const position = next[index] ?? 0;
      of[position] = number;
      impacts[position] = impact;
      next[index] = position + 1;
    }
  });
  return { documents: of, impacts };
}

/** The entries of a term; empty where no document has it. */
export function entriesOf(postings: Postings, term: string): Entries {
  const index = postings.terms.get(term);
  if (index === undefined) return NONE;
  return { from: postings.offsets[index] ?? 0, to: postings.offsets[index + 1] ?? 0 };
}

/** The first position in `from` to `to` whose document is at least `document`; `to` where there is none. */
export function firstAtLeast(documents: Uint32Array, { from, to }: Entries, document: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Estimated bytes in memory: the arrays, and about 80 a term for the dictionary. */
export function postingsBytes(postings: Postings): number {
  const { terms, offsets, documents, impacts } = postings;
  return terms.size * 80 + offsets.byteLength + documents.byteLength + impacts.byteLength;
}
