/** The best few of many candidates, without sorting or even creating the others. */

/** Whether a candidate of this score can be among the best `limit`; ties have to be tried. */
export function canEnter(best: readonly { readonly score: number }[], score: number, limit: number): boolean {
  if (best.length < limit) return true;
  const last = best[limit - 1];
  return last !== undefined && score >= last.score;
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
