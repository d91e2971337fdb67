/**
 * What words mean, as directions: those of words that people use in the same places are near each other. The table has
 * one row for each term (see analyze.ts); server/knowledge/words/README.md says how it was made.
 */
import type { QueryTerm } from '../query.ts';
import { unitVector, type Vector } from '../vector.ts';

export interface WordVectors {
  /** Numbers of each term. */
  readonly dimensions: number;
  readonly numbers: Int8Array;
  /** Term → its place among `numbers`. */
  readonly places: ReadonlyMap<string, number>;
}

/** Bytes before the terms: how many numbers each has, and how many bytes the terms take. */
const HEAD_BYTES = 8;

/**
 * Reads a table: two numbers of four bytes, the least significant first (dimensions; bytes of the terms), the terms in
 * UTF-8, parted by line feeds, and their numbers of one byte.
 */
export function readWordVectors(table: Uint8Array): WordVectors {
  const head = new DataView(table.buffer, table.byteOffset, HEAD_BYTES);
  const [dimensions, length] = [head.getUint32(0, true), head.getUint32(4, true)];
  const rows = HEAD_BYTES + length;
  const terms = new TextDecoder().decode(table.subarray(HEAD_BYTES, rows)).split('\n');
  const numbers = new Int8Array(table.buffer, table.byteOffset + rows, terms.length * dimensions);
  return { dimensions, numbers, places: new Map(terms.map((term, place) => [term, place])) };
}

type WeighedTerm = Pick<QueryTerm, 'term' | 'rate'>;

/** The direction of a text: that of its terms, the rarer the more; null where none is known. */
export function meaningOf(
  terms: readonly WeighedTerm[],
  { dimensions, numbers, places }: WordVectors,
): Vector | null {
  const sum = new Float64Array(dimensions);
  for (const { term, rate } of terms) {
    const row = (places.get(term) ?? -1) * dimensions;
    if (row < 0) continue;
    const weight = Math.max(0, -Math.log(rate * RARE));
    for (let at = 0; at < dimensions; at += 1) {
      sum[at] = (sum[at] as number) + weight * (numbers[row + at] as number);
    }
  }
  return unitVector(Array.from(sum));
}

/** As in a query of ten terms: see `evidence` in query.ts. */
const RARE = 10;

/** The cosine of two directions of the same table. */
export function likenessOf(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
