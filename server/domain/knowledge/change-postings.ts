/** An inverted index after a change of a few documents, without building it of all again. */
import { firstAtLeast, type NumberedTerms, type Postings, type Terms } from './postings.ts';

/** What becomes of one document: its terms until now, and its terms from now on. */
interface DocumentChange {
  readonly document: number;
  readonly before: NumberedTerms;
  readonly after: NumberedTerms;
}

/**
 * The postings of the same documents after changes of some: as if they were built of all, at little more than
 * the cost of a copy. A document that is new has no terms before, one that goes has none after.
 */
export function changePostings(
  postings: Postings,
  terms: Terms,
  changes: readonly DocumentChange[],
): Postings {
  const changed = changesByTerm(changes);
  if (changed.size === 0) return postings;
  const sum = (of: 'before' | 'after') =>
    changes.reduce((pairs, change) => pairs + change[of].numbers.length, 0);
  const documents = new Uint32Array(postings.documents.length + sum('after') - sum('before'));
  const impacts = new Float32Array(documents.length);
  const offsets = new Uint32Array(terms.size + 1);
  let [term, read, written] = [0, 0, 0];
  /** Takes over the entries before `until`. */
  const copy = (until: number): void => {
    documents.set(postings.documents.subarray(read, until), written);
    impacts.set(postings.impacts.subarray(read, until), written);
    written += until - read;
    read = until;
  };
  /** Of the terms up to `last`, before whose entries nothing more changes. */
  const place = (last: number): void => {
    for (; term <= last; term += 1) offsets[term] = startOf(postings, term) + written - read;
  };
  for (const number of [...changed.keys()].sort((a, b) => a - b)) {
    place(number);
    copy(startOf(postings, number));
    const to = startOf(postings, number + 1);
    const ofTerm = [...(changed.get(number) ?? [])].sort(([a], [b]) => a - b);
    for (const [document, impact] of ofTerm) {
      copy(firstAtLeast(postings.documents, read, to, document));
      if (read < to && postings.documents[read] === document) read += 1;
      if (impact === null) continue;
      documents[written] = document;
      impacts[written] = impact;
      written += 1;
    }
  }
  copy(postings.documents.length);
  place(terms.size);
  return { terms, offsets, documents, impacts };
}

/** Where the entries of a term begin; the end of all for one that is not there. */
function startOf({ offsets }: Postings, number: number): number {
  return offsets[Math.min(number, offsets.length - 1)] ?? 0;
}

/** Of each term that changes the documents where it does, with what it is worth there from now on; null: gone. */
function changesByTerm(changes: readonly DocumentChange[]): Map<number, Map<number, number | null>> {
  const changed = new Map<number, Map<number, number | null>>();
  const note = (number: number, document: number, impact: number | null): void => {
    const documents = changed.get(number);
    if (documents === undefined) changed.set(number, new Map([[document, impact]]));
    else documents.set(document, impact);
  };
  for (const { document, before, after } of changes) {
    const [was, is] = [impactsOf(before), impactsOf(after)];
    for (const number of was.keys()) if (!is.has(number)) note(number, document, null);
    for (const [number, impact] of is) if (was.get(number) !== impact) note(number, document, impact);
  }
  return changed;
}

function impactsOf({ numbers, impacts }: NumberedTerms): Map<number, number> {
  return new Map(Array.from(numbers, (number, pair) => [number, impacts[pair] ?? 0]));
}
