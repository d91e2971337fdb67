/**
 * Inverts a distribution function on [-1, 1]. Newton's steps are taken only inside a bracket that always holds the
 * root and are replaced by bisection when they leave it, so the search ends for every input and always at the same digits.
 */

/** A distribution function's value and slope at one point. */
export type Evaluation = { readonly probability: number; readonly density: number };

const CLOSE_ENOUGH = 1e-13;
const MOST_STEPS = 200;

/** The d in [-1, 1] with probability(d) = p, within 1e-12; `start` is a guess and may be anywhere. */
export function invert(evaluate: (d: number) => Evaluation, p: number, start: number): number {
  let low = -1;
  let high = 1;
  let d = start > low && start < high ? start : 0;
  for (let i = 0; i < MOST_STEPS && high - low > CLOSE_ENOUGH; i++) {
    const { probability, density } = evaluate(d);
    const miss = probability - p;
    if (miss > 0) high = d;
    else low = d;
    const step = density > 0 ? miss / density : Number.POSITIVE_INFINITY;
    const next = d - step;
    const inside = next > low && next < high;
    if (Math.abs(step) < CLOSE_ENOUGH) return inside ? next : d;
    d = inside ? next : (low + high) / 2;
  }
  return d;
}
