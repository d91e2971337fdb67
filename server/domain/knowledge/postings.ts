/**
 * The inverted index that skills and memories share: for each term the documents that have it, in typed
 * arrays, so that the cost of a query grows with its matches and not with the library.
 */

/** Documents are numbered from 0 in the order in which they were given. */
export interface Postings {
  /**
   * Term → its number n; `offsets[n]` to `offsets[n + 1]` are its entries. May be shared, and then has more
   * terms.
   */
  readonly terms: Terms;
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

/** Of a term that is not there. */
export const NONE: Entries = { from: 0, to: 0 };

/** The terms of one document, each once and by its number, and what each is worth there. */
export interface NumberedTerms {
  readonly numbers: Uint32Array;
  readonly impacts: Float32Array;
}

/** The number of each term, from 0 in the order in which they came. */
export interface Terms {
  readonly size: number;
  get(term: string): number | undefined;
}

/** Of a few terms one map takes less: an empty one already takes 200 bytes. */
const TERMS_IN_ONE = 4096;
/** A power of two, so that the digits of a hash say which part has a term. */
const PARTS = 64;
/** Letters at the end of a term that its hash is made of: at the start many are alike. */
const HASHED = 6;

/**
 * Terms that may be added. More than a few are in many small maps: one large map stands still for a fifth of a
 * second when a million terms have to move to twice the space.
 */
export class GrowingTerms implements Terms {
  #parts = [new Map<string, number>()];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(term: string): number | undefined {
    return this.#partOf(term).get(term);
  }

  /** The number of a term, which is added where it is not there. */
  number(term: string): number {
    const known = this.get(term);
    if (known !== undefined) return known;
    if (this.#size === TERMS_IN_ONE) this.#split();
    this.#partOf(term).set(term, this.#size);
    this.#size += 1;
    return this.#size - 1;
  }

  #split(): void {
    const [all = new Map<string, number>()] = this.#parts;
    this.#parts = Array.from({ length: PARTS }, () => new Map<string, number>());
    for (const [term, number] of all) this.#partOf(term).set(term, number);
  }

  #partOf(term: string): Map<string, number> {
    const [all] = this.#parts;
    if (this.#parts.length === 1 && all !== undefined) return all;
    let hash = term.length;
    for (let at = Math.max(0, term.length - HASHED); at < term.length; at += 1) {
      hash = Math.imul(hash, 31) + term.charCodeAt(at);
    }
    const part = this.#parts[(hash ^ (hash >>> 6)) & (this.#parts.length - 1)];
    if (part === undefined) throw new Error('a part of the terms is missing');
    return part;
  }
}

/** Numbers the terms of a document; those that `terms` lacks are added to it. */
export function numberTerms(document: ReadonlyMap<string, number>, terms: GrowingTerms): NumberedTerms {
  const numbers = new Uint32Array(document.size);
  let place = 0;
  for (const term of document.keys()) {
    numbers[place] = terms.number(term);
    place += 1;
  }
  return { numbers, impacts: Float32Array.from(document.values()) };
}

/**
 * Builds the index of documents given as term → impact. Time and space linear in the number of pairs. Indexes
 * that are asked for the same terms share `terms`, to which new ones are added, so that a term is looked up
 * once for all.
 */
export function buildPostings(
  documents: readonly ReadonlyMap<string, number>[],
  terms: GrowingTerms = new GrowingTerms(),
): Postings {
  const numbered = documents.map((document) => numberTerms(document, terms));
  return numberedPostings(numbered, terms);
}

/**
 * As {@link buildPostings}, of documents whose terms are numbered: no text is looked at, so that a million
 * pairs take some 10 ms.
 */
export function numberedPostings(documents: readonly NumberedTerms[], terms: Terms): Postings {
  const total = documents.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const offsets = countOffsets(documents, terms.size);
  const next = offsets.slice();
  const of = new Uint32Array(total);
  const impacts = new Float32Array(total);
  for (let position = 0; position < documents.length; position += 1) {
    const document = documents[position];
    for (let pair = 0; pair < (document?.numbers.length ?? 0); pair += 1) {
      const number = document?.numbers[pair] ?? 0;
      const entry = next[number] ?? 0;
      of[entry] = position;
      impacts[entry] = document?.impacts[pair] ?? 0;
      next[number] = entry + 1;
    }
  }
  return { terms, offsets, documents: of, impacts };
}

function countOffsets(documents: readonly NumberedTerms[], terms: number): Uint32Array {
  const offsets = new Uint32Array(terms + 1);
  for (const { numbers } of documents) {
    for (const number of numbers) offsets[number + 1] = (offsets[number + 1] ?? 0) + 1;
  }
  for (let term = 0; term < terms; term += 1)
    offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
  return offsets;
}

/** The entries of a term; empty where no document has it. */
export function findEntries(postings: Postings, term: string): Entries {
  return entriesAt(postings, postings.terms.get(term));
}

/** As {@link findEntries}, for a term's number; undefined is a term that is not there. */
export function entriesAt({ offsets }: Postings, number: number | undefined): Entries {
  if (number === undefined || number + 1 >= offsets.length) return NONE;
  return { from: offsets[number] ?? 0, to: offsets[number + 1] ?? 0 };
}

/** The entries among `entries` whose documents are at least `from` and below `to`. */
export function entriesBetween(postings: Postings, entries: Entries, from: number, to: number): Entries {
  if (entries.from === entries.to) return NONE;
  const { documents } = postings;
  // Mostly all documents are meant.
  const first =
    (documents[entries.from] ?? 0) >= from
      ? entries.from
      : firstAtLeast(documents, entries.from, entries.to, from);
  const isLast = (documents[entries.to - 1] ?? 0) < to;
  return { from: first, to: isLast ? entries.to : firstAtLeast(documents, first, entries.to, to) };
}

/** The first place from `from` on, and before `to`, with at least this document; `to` where there is none. */
function firstAtLeast(documents: Uint32Array, from: number, to: number, document: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The impact of the entry of `document` among `entries`; 0 where there is none. */
export function findImpact(postings: Postings, { from, to }: Entries, document: number): number {
  const entry = firstAtLeast(postings.documents, from, to, document);
  return entry < to && postings.documents[entry] === document ? (postings.impacts[entry] ?? 0) : 0;
}

/**
 * Hands out an array of zeros, the same one each time: to make one takes longer than most sums do. What is in it holds until it is
 * asked for again.
 */
export function reusedSums(): (size: number) => Float64Array {
  let kept = new Float64Array(0);
  return (size) => {
    if (kept.length < size) kept = new Float64Array(2 * size);
    return kept.subarray(0, size).fill(0);
  };
}

/** Adds `weight` times the impact of each entry to its document's sum. */
export function addImpacts(
  postings: Postings,
  { from, to }: Entries,
  weight: number,
  sums: Float64Array,
): void {
  const { documents, impacts } = postings;
  for (let entry = from; entry < to; entry += 1) {
    const place = documents[entry] ?? 0;
    sums[place] = (sums[place] ?? 0) + weight * (impacts[entry] ?? 0);
  }
}

/** Adds `weight` times the impact of each entry to `text`, and `cover` alone to `covered`; documents are counted from `base`. */
export function addBoth(
  { documents, impacts }: Postings,
  { from, to }: Entries,
  { weight, cover }: { readonly weight: number; readonly cover: number },
  { text, covered, base = 0 }: { readonly text: Float64Array; readonly covered: Float64Array; base?: number },
): void {
  for (let entry = from; entry < to; entry += 1) {
    const place = (documents[entry] ?? 0) - base;
    text[place] = (text[place] ?? 0) + weight * (impacts[entry] ?? 0);
    covered[place] = (covered[place] ?? 0) + cover;
  }
}

/** Adds `weight` once for each entry to its document's sum, regardless of the impact; documents are counted from `base`. */
export function addWeight(
  { documents }: Postings,
  { from, to }: Entries,
  weight: number,
  sums: Float64Array,
  base = 0,
): void {
  for (let entry = from; entry < to; entry += 1) {
    const place = (documents[entry] ?? 0) - base;
    sums[place] = (sums[place] ?? 0) + weight;
  }
}

/** Estimated bytes in memory: the arrays, and about 80 a term for the dictionary, which all of them share. */
export function postingsBytes(...all: Postings[]): number {
  const arrays = all.reduce(
    (sum, { offsets, documents, impacts }) =>
      sum + offsets.byteLength + documents.byteLength + impacts.byteLength,
    0,
  );
  return arrays + 80 * (all[0]?.terms.size ?? 0);
}

// An inverted index after a change of a few documents, without building it of all again.

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
