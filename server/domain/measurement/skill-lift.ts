/**
 * The lift of a skill: runs that were served it, with all others that were chosen, less runs that were
 * served all but it. Chance decided which (`drawHoldback`), with a known probability, so the difference is
 * the skill's doing and nothing else's.
 *
 * Let a session's run hold the skill back with probability p, and nothing with probability 1 − r, r being the
 * rate. With e = p / (p + 1 − r) each run gets the coefficient c = e where all was served, −(1 − e) where the
 * skill was held back, and 0 where another one was. For any m that was known before, c · (y − m) has the mean
 * h · τ, where τ is the skill's effect there and h = p · (1 − e). So Σ c·(y − m) / Σ h estimates the mean of τ
 * weighed by h: the inverse-propensity estimate with overlap weights, which of all weights lose the least to
 * chance (Li, Morgan and Zaslavsky, "Balancing covariates via propensity score weighting", JASA 113, 2018).
 * Neither adaptive probabilities nor drift nor what other skills do can bias it.
 *
 * A session is one unit: its runs resemble each other, so their mean is one term. m is the mean of the units
 * before, a prior unit included, as in the canaries' statistic (`canaryStatistic`); it only takes away spread.
 */
import type { Interval } from './beta.ts';
import { asymptoticDeviation, boundedDeviation } from './martingale-bound.ts';
import { Z_INTERVAL } from './when-known.ts';

/** What was done with a skill that fitted a run: served with all others, held back, or served while another was held back. */
export type LiftPart = 'served' | 'held_back' | 'other_held_back';

/** How a run counts: c and h. */
type RunWeight = { readonly coefficient: number; readonly share: number };

/** How a run counts by what was done, the skill's probability to be held back, and the rate of sessions that go without a skill. */
export function countRun(part: LiftPart, probability: number, rate: number): RunWeight {
  const conditional = probability / (probability + 1 - rate);
  const share = probability * (1 - conditional);
  if (part === 'other_held_back') return { coefficient: 0, share };
  return { coefficient: part === 'served' ? conditional : conditional - 1, share };
}

/** Of one unit, sums over its runs, each times its strength: 1, y, c, c·y and h; and m. */
export type UnitSums = {
  readonly expected: number;
  readonly weight: number;
  readonly value: number;
  readonly coefficient: number;
  readonly product: number;
  readonly share: number;
};

/**
 * Of one skill, sums over units of their means of c·(y − m), its square, h, y and 1; and for either part the
 * strength of its runs with their values. `value` is y: a reward, or the logarithm of a duration.
 */
export type EffectSums = {
  readonly difference: number;
  readonly squares: number;
  readonly share: number;
  readonly units: number;
  readonly values: number;
  readonly served: PartSums;
  readonly heldBack: PartSums;
};
type PartSums = { readonly weight: number; readonly value: number };

export const NO_EFFECT: EffectSums = {
  ...{ difference: 0, squares: 0, share: 0, units: 0, values: 0 },
  ...{ served: { weight: 0, value: 0 }, heldBack: { weight: 0, value: 0 } },
};

/** What a run adds: its strength and its strength times y, or the change of both where a reward was corrected. */
export type RunStep = {
  readonly part: LiftPart;
  readonly probability: number;
  readonly rate: number;
  readonly weight: number;
  readonly value: number;
};

/** What is measured: m before the first unit, and the bounds that m is kept in. */
export type EffectMeasure = { readonly prior: number; readonly least: number; readonly most: number };

/** m is kept away from 0 and 1, so that no term is above 0.75: the smaller the terms, the narrower the interval. */
export const REWARD: EffectMeasure = { prior: 0.5, least: 0.25, most: 0.75 };
/** The natural logarithm of milliseconds, so that one run that hung says no more than others; first ten seconds. */
export const LOG_DURATION: EffectMeasure = {
  prior: Math.log(10_000),
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
};

/** The sums after a run was added to a unit, or corrected; `unit` null means the unit's first run. */
export function addRun(
  measure: EffectMeasure,
  { sums, unit }: { sums: EffectSums; unit: UnitSums | null },
  step: RunStep,
): { sums: EffectSums; unit: UnitSums } {
  const before = unit ?? firstRun(sums, measure);
  const { coefficient, share } = countRun(step.part, step.probability, step.rate);
  const after = {
    expected: before.expected,
    weight: before.weight + step.weight,
    value: before.value + step.value,
    coefficient: before.coefficient + step.weight * coefficient,
    product: before.product + step.value * coefficient,
    share: before.share + step.weight * share,
  };
  const [was, is] = [termOf(before), termOf(after)];
  return {
    unit: after,
    sums: {
      difference: sums.difference + is.difference - was.difference,
      squares: Math.max(0, sums.squares + is.difference ** 2 - was.difference ** 2),
      share: Math.max(0, sums.share + is.share - was.share),
      units: sums.units + is.unit - was.unit,
      values: sums.values + is.value - was.value,
      served: addPart(sums.served, step, 'served'),
      heldBack: addPart(sums.heldBack, step, 'held_back'),
    },
  };
}

function firstRun({ units, values }: EffectSums, { prior, least, most }: EffectMeasure): UnitSums {
  const expected = Math.min(most, Math.max(least, (prior + values) / (1 + units)));
  return { expected, weight: 0, value: 0, coefficient: 0, product: 0, share: 0 };
}

/** Strength below which a sum is what rounding left of runs that were taken back. */
const NO_WEIGHT = 1e-9;

function termOf({ expected, weight, value, coefficient, product, share }: UnitSums) {
  if (weight < NO_WEIGHT) return { difference: 0, share: 0, unit: 0, value: 0 };
  return {
    difference: (product - expected * coefficient) / weight,
    share: share / weight,
    unit: 1,
    value: value / weight,
  };
}

function addPart(sums: PartSums, { part, weight, value }: RunStep, own: LiftPart): PartSums {
  return part === own ? { weight: sums.weight + weight, value: sums.value + value } : sums;
}

/** An effect with its interval for one look at a planned time (90 %) and the one that may be read at any time. */
export type Effect = {
  readonly mean: number;
  readonly interval: Interval;
  readonly alwaysValid: Interval;
};

const ERROR = 0.1;

/**
 * Sessions that were to be held back from which on an effect may be read. It is Σ h, which for a small rate
 * is about the expected number of them.
 */
export const ENOUGH_HELD_BACK = 20;

/** Whether an effect may be read: enough was to be held back, and runs of both parts were counted. */
export function isEnough({ share, served, heldBack }: EffectSums): boolean {
  return share >= ENOUGH_HELD_BACK && served.weight > NO_WEIGHT && heldBack.weight > NO_WEIGHT;
}

/**
 * The effect on rewards, in shares of 1. The 90 % interval is the normal one of a martingale with the
 * variance Σ(c·(y − m))². The other one covers the mean effect at all times at once with probability 90 %,
 * for every distribution of the rewards. Null where no run was counted.
 */
export function rewardEffect(sums: EffectSums): Effect | null {
  const within = (bound: number) => Math.min(1, Math.max(-1, bound));
  return effectOf(sums, boundedDeviation(sums.squares, { most: REWARD.most, error: ERROR / 2 }), within);
}

/**
 * The effect on the logarithm of the duration; its exponential is the ratio of the geometric means. Both
 * intervals hold in the limit of many units. Null where no run was counted.
 */
export function durationEffect(sums: EffectSums): Effect | null {
  return effectOf(sums, asymptoticDeviation(sums.squares, sums.share, ERROR), (bound) => bound);
}

function effectOf(
  { difference, squares, share }: EffectSums,
  deviation: number,
  within: (bound: number) => number,
): Effect | null {
  if (!(share > 0)) return null;
  const around = (distance: number): Interval => [
    within((difference - distance) / share),
    within((difference + distance) / share),
  ];
  return {
    mean: within(difference / share),
    interval: around(Z_INTERVAL * Math.sqrt(squares)),
    alwaysValid: around(deviation),
  };
}
