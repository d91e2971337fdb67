/**
 * How the cosine of two vectors joins a lexical score. Models differ in what cosine unrelated texts have (0.1
 * with some, 0.75 with others), so a cosine counts by how far it rises above the usual one of this very query.
 */

/** The most that vectors alone can give. */
const VECTORS_AT_MOST = 0.6;
/** What counts as the usual cosine where too few are known to tell. */
const USUAL = 0.5;
const ENOUGH = 8;

/**
 * The median cosine of the candidates: the level of texts that have nothing to do with the query. Where there are few, those
 * of the query with texts about nothing in particular (`background`) are counted among them.
 */
export function unrelatedCosine(
  cosines: ReadonlyMap<string, number> | undefined,
  background: readonly number[] = [],
): number {
  if (!cosines) return USUAL;
  const values = cosines.size < ENOUGH ? [...cosines.values(), ...background] : cosines.values();
  if (cosines.size + background.length < ENOUGH) return USUAL;
  // Sorted as numbers by the array itself: this runs over every memory of a recall.
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? USUAL;
}

/**
 * One score from 0 to 1: either kind of evidence suffices and both together give more (as independent chances).
 * Never below the lexical score, and equal to it without a cosine.
 */
export function fuse(lexical: number, cosine: number | undefined, unrelated: number): number {
  if (cosine === undefined || unrelated >= 1) return lexical;
  const rise = Math.min(1, Math.max(0, (cosine - unrelated) / (1 - unrelated)));
  return 1 - (1 - lexical) * (1 - VECTORS_AT_MOST * rise ** 1.5);
}
