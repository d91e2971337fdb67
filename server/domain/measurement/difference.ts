/**
 * The difference of two independent success rates, exactly: P(B > A) decides canaries and the interval of B −
 * A is the lift people read, so both come from quadrature that is accurate far beyond what is shown, and
 * never from samples. Method: condition on the narrower of the two, integrate its density against the other's
 * distribution function over their overlap in logistic coordinates, where the integrand is analytic and falls
 * off exponentially at both ends, so that the trapezoidal rule converges exponentially (Trefethen and
 * Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56, 2014). Quantiles are roots of
 * that distribution function.
 */
import {
  type Beta,
  cumulative,
  type Interval,
  logNormaliser,
  mean,
  tailProbability,
  variance,
} from './beta.ts';

// Inverts a distribution function on [-1, 1]. Newton's steps are taken only inside a bracket that always
// holds the root and are replaced by bisection when they leave it, so the search ends for every input and
// always at the same digits.

/** A distribution function's value and slope at one point. */
type Evaluation = { readonly probability: number; readonly density: number };

const CLOSE_ENOUGH = 1e-13;
const MOST_STEPS = 200;

/** The d in [-1, 1] with probability(d) = p, within 1e-12; `start` is a guess and may be anywhere. */
function invert(evaluate: (d: number) => Evaluation, p: number, start: number): number {
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

/** A term of the sum below this is not computed. */
const NEGLIGIBLE = 1e-16;
/** Distance between nodes, in units of t. */
const STEP = 0.08;
/** The width of the evenly stepped middle, in units of the integrand's own width. */
const SPREAD = 1.5;
/** Logistic coordinate beyond which a double cannot tell a point from the end of the range. */
const FARTHEST = 36;

/** P(B > A) for independent A and B. */
export function probabilityBetter(a: Beta, b: Beta): number {
  return clampProbability(1 - differenceCumulative(a, b, 0));
}

/** P(B − A ≤ d) for independent A and B. */
export function differenceCumulative(a: Beta, b: Beta, d: number): number {
  if (d <= -1) return 0;
  if (d >= 1) return 1;
  return clampProbability(chooseEvaluator(a, b)(d).probability);
}

/** The d with P(B − A ≤ d) = p, within 1e-12. Throws a RangeError unless 0 < p < 1. */
export function differenceQuantile(a: Beta, b: Beta, p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile needs a probability between 0 and 1, not ${p}`);
  return invert(chooseEvaluator(a, b), p, startingPoint(a, b, p));
}

/** The equal-tailed interval of B − A that holds `level` of the probability. */
export function differenceInterval(a: Beta, b: Beta, level: number): Interval {
  const tail = tailProbability(level);
  return [differenceQuantile(a, b, tail), differenceQuantile(a, b, 1 - tail)];
}

type Evaluator = (d: number) => Evaluation;

/**
 * The distribution function and density of B − A. As B − A = (1 − A) − (1 − B), the pair may be mirrored so
 * that the one conditioned on is always the narrower, and mirrored once more so that only d ≤ 0 has to be
 * integrated.
 */
function chooseEvaluator(a: Beta, b: Beta): Evaluator {
  const narrowFirst = variance(a) <= variance(b);
  const below = narrowFirst ? combine(a, b) : combine(mirrored(b), mirrored(a));
  const above = combine(mirrored(below.first), mirrored(below.second));
  return (d) => {
    if (d <= 0) return integrate(below, -d);
    const { probability, density } = integrate(above, d);
    return { probability: 1 - probability, density };
  };
}

type Pair = { first: Beta; second: Beta; logFirst: number; logSecond: number };

function combine(first: Beta, second: Beta): Pair {
  return { first, second, logFirst: logNormaliser(first), logSecond: logNormaliser(second) };
}

/**
 * P(second ≤ first − gap) = ∫ f(x) G(x − gap) dx over gap < x < 1, for gap ≥ 0, and its slope in −gap. With x
 * = gap + (1 − gap)·s and s = 1 / (1 + e^−u), steps are even in t of u = peak + width · sinh t: fine where
 * the integrand stands, coarse along tails that reach out to the ends of the range.
 */
function integrate(pair: Pair, gap: number): Evaluation {
  const span = 1 - gap;
  const { peak, width } = findPeak(pair.first, gap);
  const reach = Math.ceil(Math.asinh((FARTHEST + Math.abs(peak)) / width) / STEP);
  let probability = 0;
  let density = 0;
  // From the right, so that the last G computed bounds all that follow and a term too small to count costs
  // nothing.
  let bound = 1;
  for (let k = reach; k >= -reach; k--) {
    const t = k * STEP;
    const u = peak + width * Math.sinh(t);
    const left = 1 / (1 + Math.exp(-u));
    const right = 1 / (1 + Math.exp(u));
    const jacobian = STEP * width * Math.cosh(t) * span * left * right;
    const weight = jacobian * densityAt(pair.first, pair.logFirst, gap + span * left, span * right);
    if (!(weight * bound > NEGLIGIBLE)) continue;
    bound = cumulative(pair.second, span * left);
    probability += weight * bound;
    density += weight * densityAt(pair.second, pair.logSecond, span * left, gap + span * right);
  }
  return { probability, density };
}

/**
 * Where f(x)·dx/du peaks in logistic coordinates, and how wide the peak is there. With v = e^u its logarithm
 * is (a − 1)·ln(gap + v) + u − (a + b)·ln(1 + v), whose stationary point solves b·v² − p·v − gap = 0.
 */
function findPeak({ a, b }: Beta, gap: number): { peak: number; width: number } {
  const n = a + b;
  const p = a + gap - n * gap;
  const root = Math.sqrt(p * p + 4 * b * gap);
  // The two forms of the positive root; each would cancel where the other is used.
  const v = p > 0 ? (p + root) / (2 * b) : (2 * gap) / (root - p);
  const curvature = (n * v) / (1 + v) ** 2 - ((a - 1) * gap * v) / (gap + v) ** 2;
  return { peak: Math.log(v), width: SPREAD / Math.sqrt(curvature) };
}

/** The density of a Beta at x, given x, 1 − x and ln B(a, b). */
function densityAt({ a, b }: Beta, logNorm: number, x: number, rest: number): number {
  return Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log(rest) - logNorm);
}

/** A first guess: the normal quantile, corrected for the skewness of the difference (Cornish–Fisher). */
function startingPoint(a: Beta, b: Beta, p: number): number {
  const spread = variance(a) + variance(b);
  const skewness = (thirdMoment(b) - thirdMoment(a)) / spread ** 1.5;
  const z = normalQuantile(p);
  return mean(b) - mean(a) + Math.sqrt(spread) * (z + (skewness * (z * z - 1)) / 6);
}

/** The third central moment of a Beta distribution. */
function thirdMoment({ a, b }: Beta): number {
  const n = a + b;
  return (2 * a * b * (b - a)) / (n ** 3 * (n + 1) * (n + 2));
}

/**
 * The standard normal quantile within 0.005 (Abramowitz and Stegun 26.2.22): good enough to start a search
 * from.
 */
function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(Math.min(p, 1 - p)));
  const z = t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
  return p < 0.5 ? -z : z;
}

function mirrored({ a, b }: Beta): Beta {
  return { a: b, b: a };
}

function clampProbability(p: number): number {
  return Math.min(1, Math.max(0, p));
}
