/**
 * The incomplete beta function and its inverse, for shapes from 0.01 to a million and more. Written here because
 * the libraries that have them bring thousands of files, each of which a start of the gateway has to find.
 *
 * Sources: NIST Digital Library of Mathematical Functions, https://dlmf.nist.gov (numbers below); for the
 * logarithm of the beta function W. Fullerton's way in SLATEC, which takes no difference of large logarithms.
 */

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** From here on {@link stirlingRest} is exact to the last digit. */
const LARGE = 10;

/** Coefficients of 1/x, 1/x³, … in {@link stirlingRest}: B₂ₖ / (2k (2k − 1)), DLMF 5.11.1. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400];

/** ln Γ(x) without its leading terms (x − ½) ln x − x + ½ ln 2π, for x ≥ 10. */
function stirlingRest(x: number): number {
  const inverse = 1 / (x * x);
  return STIRLING.reduceRight((sum, coefficient) => sum * inverse + coefficient, 0) / x;
}

/** ln Γ(x) for x > 0. */
function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < LARGE; shifted += 1) product *= shifted;
  const large = (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + stirlingRest(shifted);
  return large - Math.log(product);
}

/** ln B(a, b) for positive shapes. */
export function logBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a];
  const sum = small + large;
  if (large < LARGE) return logGamma(small) + logGamma(large) - logGamma(sum);
  const rest = stirlingRest(large) - stirlingRest(sum);
  const logShare = Math.log1p(-small / sum);
  if (small < LARGE) {
    return logGamma(small) + rest + small - small * Math.log(sum) + (large - 0.5) * logShare;
  }
  const leading = (small - 0.5) * Math.log(small / sum) + large * logShare;
  return HALF_LOG_TWO_PI - 0.5 * Math.log(large) + stirlingRest(small) + rest + leading;
}

/** Stands for a denominator of zero. */
const TINY = 1e-300;
/** The fraction needs about √max(a, b) pairs of terms. */
const MOST_PAIRS = 100_000;

/**
 * The continued fraction of I_x(a, b), DLMF 8.17.22, by Lentz's method (DLMF 3.10(iii)); it converges fast where
 * x < (a + 1) / (a + b + 2).
 */
function continuedFraction(x: number, a: number, b: number): number {
  let [numerator, denominator, value] = [1, 1, 1];
  const append = (coefficient: number): number => {
    denominator = 1 / (1 + coefficient * denominator || TINY);
    numerator = 1 + coefficient / numerator || TINY;
    value *= numerator * denominator;
    return numerator * denominator;
  };
  denominator = 1 / (1 - ((a + b) * x) / (a + 1) || TINY);
  value = denominator;
  for (let pair = 1; pair <= MOST_PAIRS; pair += 1) {
    const at = a + 2 * pair;
    append((pair * (b - pair) * x) / ((at - 1) * at));
    const factor = append((-(a + pair) * (a + b + pair) * x) / (at * (at + 1)));
    if (Math.abs(factor - 1) <= Number.EPSILON) break;
  }
  return value;
}

/** The logarithm of x (1 − x) times the density of Beta(a, b) at x, for 0 < x < 1. */
function logWeight(x: number, a: number, b: number): number {
  return a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b);
}

/** I_x(a, b): the probability of at most x under Beta(a, b), for 0 ≤ x ≤ 1 and positive shapes. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return isBelowBulk(x, a, b) ? Math.exp(logLowerTail(x, a, b)) : 1 - Math.exp(logLowerTail(1 - x, b, a));
}

function isBelowBulk(x: number, a: number, b: number): boolean {
  return x < (a + 1) / (a + b + 2);
}

/** ln I_x(a, b) below the bulk of the distribution, where I itself may be too small for a number. */
function logLowerTail(x: number, a: number, b: number): number {
  return logWeight(x, a, b) - Math.log(a) + Math.log(continuedFraction(x, a, b));
}

const MOST_STEPS = 200;
/** Newton's method squares its error: from so little in ln I, the next step leaves none that a number shows. */
const LAST_ERROR = 1e-7;

/**
 * The x with I_x(a, b) = p, for 0 < p < 1 and positive shapes. Newton's method on ln I over ln x, which is
 * concave, so that the steps cannot leave the solution behind them; the upper half by 1 − x and exchanged shapes.
 */
export function inverseIncompleteBeta(p: number, a: number, b: number): number {
  return p <= 0.5 ? lowerQuantile(p, a, b) : 1 - lowerQuantile(1 - p, b, a);
}

/** As {@link inverseIncompleteBeta}, for p up to ½ and however small. */
function lowerQuantile(p: number, a: number, b: number): number {
  const wanted = Math.log(p);
  let logX = Math.log(a / (a + b));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const x = Math.exp(logX);
    const reached = isBelowBulk(x, a, b)
      ? logLowerTail(x, a, b)
      : Math.log1p(-Math.exp(logLowerTail(1 - x, b, a)));
    const slope = Math.exp(logWeight(x, a, b) - Math.log1p(-x) - reached);
    const error = reached - wanted;
    logX = Math.min(logX - error / slope, logX / 2);
    if (Math.abs(error) <= LAST_ERROR) break;
  }
  return Math.exp(logX);
}
