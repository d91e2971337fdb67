/**
 * When something will be known, and what can be found until then, at present traffic. All of it is an estimate:
 * traffic and success rates are taken to stay as they were lately.
 */

/** How many days back traffic is looked at. */
export const TRAFFIC_DAYS = 14;

/** Evidence of the last `days` days, and its reward. */
export type Traffic = { readonly evidence: number; readonly reward: number; readonly days: number };

/** How much more evidence is needed: in one of two cases at most `middle`, in 80 % between `low` and `high`. */
export type EvidenceNeeded = { readonly low: number; readonly middle: number; readonly high: number };

/** In days from now: in one of two cases at most `days`, in 80 % between `soonest` and `latest`. */
export type Estimate = { days: number; soonest: number; latest: number };

/** An estimate, and the smallest difference in success that a week of such traffic shows; null for none below 1. */
export type Forecast = Estimate & { findable: number | null };

/** The standard normal quantile at 90 %, one end of an 80 % range. */
const Z_RANGE = 1.2815515655446004;

/**
 * Days until so much evidence has come. Beside what is needed, traffic is uncertain: counts vary by their root, those
 * that were seen and those that are to come, and relative errors add as squares of logarithms. Null without traffic.
 */
export function daysUntil(
  { low, middle, high }: EvidenceNeeded,
  { evidence, days }: Traffic,
): Estimate | null {
  if (!(evidence > 0 && days > 0)) return null;
  const expected = (middle * days) / evidence;
  const counting = Z_RANGE ** 2 * (1 / Math.max(1, evidence) + 1 / Math.max(1, middle));
  const factor = (more: number, less: number) =>
    Math.exp(Math.hypot(Math.log(Math.max(1, more) / Math.max(1, less)), Math.sqrt(counting)));
  return {
    days: expected,
    soonest: expected / factor(middle, low),
    latest: expected * factor(high, middle),
  };
}

const WEEK_DAYS = 7;
/** Standard normal quantiles at 95 % (one end of a 90 % interval) and at the stated power of 80 %. */
export const Z_INTERVAL = 1.6448536269514722;
export const Z_POWER = 0.8416212335729143;

/** As {@link findableIn}, in a week. */
export function findableInAWeek(traffic: Traffic, shares: readonly [number, number]): number | null {
  return findableIn(WEEK_DAYS, traffic, shares);
}

/**
 * The smallest difference in success that the traffic of `time` days shows in four of five cases: (z₀.₉₅ + z₀.₈)·√(p·q·(1/n₁
 * + 1/n₂)), the usual detectable difference of two proportions around the success rate of now (Beta(1, 1) mean).
 * `shares` are those of the traffic that either side gets. Null where it would be above 1, and without traffic.
 */
export function findableIn(
  time: number,
  { evidence, reward, days }: Traffic,
  shares: readonly [number, number],
): number | null {
  const expected = days > 0 ? (evidence / days) * time : 0;
  const rate = (reward + 1) / (evidence + 2);
  const counts = shares.reduce((sum, share) => sum + 1 / (expected * share), 0);
  const difference = (Z_INTERVAL + Z_POWER) * Math.sqrt(rate * (1 - rate) * counts);
  return difference <= 1 ? difference : null;
}

/** Below this a difference has no end in sight. */
const LEAST_DIFFERENCE = 0.001;

/**
 * Further evidence until an interval of a difference excludes zero in four of five cases, where so much is there
 * and says `difference` with the standard error `error`: the error shrinks with the root of the evidence, and the interval
 * reaches `reach` of it to either side. `middle`
 * takes the difference as it is now, as `episodesToDetect` does; the range is that of its size, whose distribution is
 * the normal one folded at zero.
 */
export function neededForDifference(
  evidence: number,
  { difference, error, reach }: { difference: number; error: number; reach: number },
): EvidenceNeeded {
  const total = (size: number) =>
    evidence * (((reach + Z_POWER) * error) / Math.max(LEAST_DIFFERENCE, size)) ** 2;
  const further = (size: number) => Math.max(1, total(size) - evidence);
  const size = (share: number) => foldedQuantile(Math.abs(difference), error, share);
  const middle = further(Math.abs(difference));
  return {
    low: Math.min(middle, further(size(0.9))),
    middle,
    high: Math.max(middle, further(size(0.1))),
  };
}

const HALVINGS = 60;

/** The x below which |N(mean, deviation²)| lies with probability `share`. */
function foldedQuantile(mean: number, deviation: number, share: number): number {
  let [low, high] = [0, mean + 10 * deviation];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const below = normalShare((middle - mean) / deviation) - normalShare((-middle - mean) / deviation);
    if (below < share) low = middle;
    else high = middle;
  }
  return high;
}

/** Φ(z) within 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
