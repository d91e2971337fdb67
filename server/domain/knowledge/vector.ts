/**
 * Vectors of texts: always of length 1, so that the cosine of two is the sum of their products, which is all
 * that the hot path computes. Vectors of different sizes come from different models and say nothing about
 * each other.
 */

const BYTES_PER_NUMBER = 4;
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** A direction in a model's space, of length 1. */
export type Vector = Float32Array;

/** A vector in a quarter of the memory, as thousands are held: numbers of a byte, each times `scale`. */
export interface CompactVector {
  readonly numbers: Int8Array;
  readonly scale: number;
}

/** Vectors by the id of the text they are of. */
export type Vectors = ReadonlyMap<string, CompactVector>;

const LARGEST = 127;

/**
 * Rounds a vector to numbers of a byte. That moves no number by more than half of `scale`, the largest number
 * / 127, so a cosine with it moves by at most √dimensions · scale / 2 (Cauchy–Schwarz), and usually by about
 * scale / √12, the deviation of a rounding error: 0.0003 where the largest of 1,536 numbers is 0.13.
 */
export function compactVector(vector: Vector): CompactVector {
  const scale = vector.reduce((largest, number) => Math.max(largest, Math.abs(number)), 0) / LARGEST || 1;
  return { numbers: Int8Array.from(vector, (number) => Math.round(number / scale)), scale };
}

/**
 * The vector in the direction of `numbers`; null where they have none: no numbers, one that is not finite, or
 * all zero.
 */
export function unitVector(numbers: readonly number[]): Vector | null {
  let largest = 0;
  for (const number of numbers) {
    if (!Number.isFinite(number)) return null;
    largest = Math.max(largest, Math.abs(number));
  }
  if (largest === 0) return null;
  // Scaled first, so that neither tiny nor huge numbers are lost when they are squared.
  let squares = 0;
  for (const number of numbers) squares += (number / largest) ** 2;
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers, (number) => number / largest / length);
}

/** The cosine of two vectors, -1 to 1; undefined where they are of different sizes. */
export function cosineOf(one: Vector, { numbers: other, scale }: CompactVector): number | undefined {
  const size = one.length;
  if (other.length !== size) return undefined;
  // Four sums, because each addition waits for the one before it.
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = size - (size % 4);
  for (let at = 0; at < whole; at += 4) {
    a += (one[at] as number) * (other[at] as number);
    b += (one[at + 1] as number) * (other[at + 1] as number);
    c += (one[at + 2] as number) * (other[at + 2] as number);
    d += (one[at + 3] as number) * (other[at + 3] as number);
  }
  for (let at = whole; at < size; at += 1) a += (one[at] as number) * (other[at] as number);
  return Math.max(-1, Math.min(1, scale * (a + b + c + d)));
}

/** The cosines of `vector` with those of several sets, by id; sets of other sizes are passed over. */
export function cosinesOf(vector: Vector, sets: readonly Vectors[]): Map<string, number> {
  const cosines = new Map<string, number>();
  for (const set of sets) {
    for (const [id, other] of set) {
      const cosine = cosineOf(vector, other);
      if (cosine !== undefined) cosines.set(id, cosine);
    }
  }
  return cosines;
}

/** The cosine of two texts' vectors from which they resemble each other whatever their words. */
export const ALIKE_COSINE = 0.85;

/** The ids of the texts that mean nearly the same as one with `vector`, the nearest first. */
export function similarTexts(vectors: Vectors, vector: Vector): string[] {
  const alike = [...cosinesOf(vector, [vectors])].filter(([, cosine]) => cosine >= ALIKE_COSINE);
  return alike.sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** What `vectors` take in memory, by estimate. */
export function vectorsBytes(vectors: Vectors): number {
  let bytes = 0;
  for (const { numbers } of vectors.values()) bytes += 300 + numbers.byteLength;
  return bytes;
}

/** A vector as it is stored: numbers of four bytes, the least significant byte first. */
export function bytesOfVector(vector: Vector): Uint8Array<ArrayBuffer> {
  return inLittleEndian(Uint8Array.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)));
}

/** The vector that was stored as `bytes`. */
export function vectorOfBytes(bytes: Uint8Array): Vector {
  return new Float32Array(inLittleEndian(Uint8Array.from(bytes)).buffer);
}

/** Turns each number around on the rare machine that keeps them the other way. */
function inLittleEndian(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (IS_LITTLE_ENDIAN) return bytes;
  for (let at = 0; at < bytes.length; at += BYTES_PER_NUMBER) {
    bytes.subarray(at, at + BYTES_PER_NUMBER).reverse();
  }
  return bytes;
}

// How the cosine of two vectors joins a lexical score. Models differ in what cosine unrelated texts have (0.1
// with some, 0.75 with others) and in how far it varies, so a cosine counts by how far it rises above those
// of this very query.

/** The most that vectors alone can give: a little for any rise, the rest above the unrelated texts. */
const ANY_RISE = 0.005;
const CLEAR_RISE = 0.8;
/** How many times the usual deviation an unrelated text may be nearer to the query than others are. */
const FURTHEST = 5;
/** The part of texts that lies more than one deviation below the median. */
const BELOW = 0.16;
/** What counts as the usual cosine where too few are known to tell. */
const USUAL = 0.5;
const ENOUGH = 8;

/** The cosines of a query with texts that have nothing to do with it. */
export interface BackgroundCosines {
  readonly usual: number;
  /** Up to here a cosine says little: some of many unrelated texts come so near by accident. */
  readonly highest: number;
}

/**
 * What unrelated texts have, told from all candidates: their median, and their deviation below it, where no
 * related text is. Where there are few, the cosines of the query with texts about nothing in particular
 * (`background`) are counted among them.
 */
export function unrelatedCosine(
  cosines: ReadonlyMap<string, number> | undefined,
  background: readonly number[] = [],
): BackgroundCosines {
  const guessed = { usual: USUAL, highest: USUAL };
  if (!cosines || cosines.size + background.length < ENOUGH) return guessed;
  const values = cosines.size < ENOUGH ? [...cosines.values(), ...background] : cosines.values();
  // Sorted as numbers by the array itself: this runs over every memory of a recall.
  const sorted = Float64Array.from(values).sort();
  const usual = sorted[sorted.length >> 1] ?? USUAL;
  const low = sorted[Math.floor(sorted.length * BELOW)] ?? usual;
  return { usual, highest: usual + FURTHEST * (usual - low) };
}

/**
 * One score from 0 to 1: either kind of evidence suffices and both together give more (as independent
 * chances). Never below the lexical score, and equal to it without a cosine. A cosine that unrelated texts
 * may have too only orders what words leave equal.
 */
export function fuse(
  lexical: number,
  cosine: number | undefined,
  { usual, highest }: BackgroundCosines,
): number {
  if (cosine === undefined) return lexical;
  const meaning = ANY_RISE * rise(cosine, usual) + CLEAR_RISE * rise(cosine, highest);
  return 1 - (1 - lexical) * (1 - meaning);
}

/** How far a cosine is on the way from `level` to 1; steep, because most of those above it are just above. */
function rise(cosine: number, level: number): number {
  if (cosine <= level) return 0;
  return Math.min(1, (cosine - level) / (1 - level)) ** 1.5;
}
