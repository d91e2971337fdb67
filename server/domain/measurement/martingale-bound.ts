/**
 * How far a sum of terms may stray from the sum of their means, at all times at once. Both bounds need only
 * the terms' sum of squares, so they can be computed from running sums.
 */

/** The highest λ, and by how much each of the others is smaller than the one before. */
const HIGHEST = 0.65;
const SHRINKAGE = Math.SQRT1_2;
const COUNT = 16;
const HALVINGS = 40;

/** The λ over which the supermartingale is mixed, each for another number of terms, and the logarithms of their weights. */
const MIXTURE = Array.from({ length: COUNT }, (_, place) => ({
  lambda: HIGHEST * SHRINKAGE ** place,
  logWeight: -Math.log((place + 1) * harmonic(COUNT)),
}));

function harmonic(count: number): number {
  return Array.from({ length: count }, (_, place) => 1 / (place + 1)).reduce((sum, one) => sum + one, 0);
}

/**
 * With probability 1 − `error`, Σ(X − E X) stays below the bound at every moment, for terms X ≥ −`most` that
 * may depend on what came before; `squares` is ΣX². For X ≥ −1 and each λ in [0, 1),
 * exp(λ·Σ(X − E X) − (−ln(1 − λ) − λ)·ΣX²) is a supermartingale (Fan, Grama and Liu, "Exponential
 * inequalities for martingales with applications", 2015, as used by Howard, Ramdas, McAuliffe and Sekhon,
 * "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021, theorem
 * 4). So is a mean over several λ (there called a discrete mixture), and Ville's inequality bounds it. The
 * same bounds Σ(E X − X) for X ≤ `most`.
 */
export function boundedDeviation(squares: number, { most, error }: { most: number; error: number }): number {
  const scaled = squares / most ** 2;
  const costs = MIXTURE.map(({ lambda, logWeight }) => logWeight - (-Math.log1p(-lambda) - lambda) * scaled);
  const limit = Math.log(1 / error);
  const exceeds = (sum: number) =>
    logSum(MIXTURE.map(({ lambda }, place) => lambda * sum + (costs[place] ?? 0))) >= limit;
  let [low, high] = [0, 1];
  while (!exceeds(high)) [low, high] = [high, 2 * high];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (exceeds(middle)) high = middle;
    else low = middle;
  }
  return high * most;
}

function logSum(exponents: readonly number[]): number {
  const most = Math.max(...exponents);
  return most + Math.log(exponents.reduce((sum, exponent) => sum + Math.exp(exponent - most), 0));
}

/** At this many terms the bound below is tightest. */
const TIGHTEST_AT = 50;

/**
 * The same for terms without bounds and for both sides at once, in the limit of many terms: Robbins' normal
 * mixture, √(2·ΣX²·(nρ² + 1)/(nρ²)·ln(√(nρ² + 1)/error)) (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
 * "Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics 52, 2024),
 * with ρ as they choose it for the number of terms where it is to be tightest. `count` is the
 * effective number of terms; 0 gives infinity.
 */
export function asymptoticDeviation(squares: number, count: number, error: number): number {
  if (!(count > 0)) return Number.POSITIVE_INFINITY;
  const odds = -2 * Math.log(error);
  const spread = (count * (odds + Math.log(odds + 1))) / TIGHTEST_AT;
  return Math.sqrt(((2 * squares * (spread + 1)) / spread) * Math.log(Math.sqrt(spread + 1) / error));
}
