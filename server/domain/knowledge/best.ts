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
