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
import { ROUNDING } from './beta.ts';
import { boundedDeviation } from './martingale-bound.ts';

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
 * strength of its runs with their rewards y.
 */
export type SkillLiftSums = {
  readonly difference: number;
  readonly squares: number;
  readonly share: number;
  readonly units: number;
  readonly values: number;
  readonly served: PartSums;
  readonly heldBack: PartSums;
};
type PartSums = { readonly weight: number; readonly value: number };

export const NO_SKILL_LIFT: SkillLiftSums = {
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

/** m before the first unit; and m is kept away from 0 and 1, so that no term is above 0.75: the interval is narrower. */
const PRIOR = 0.5;
const LEAST = 0.25;
const MOST = 0.75;

/** The sums after a run was added to a unit, or corrected; `unit` null means the unit's first run. */
export function addRun(
  { sums, unit }: { sums: SkillLiftSums; unit: UnitSums | null },
  step: RunStep,
): { sums: SkillLiftSums; unit: UnitSums } {
  const before = unit ?? firstRun(sums);
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

function firstRun({ units, values }: SkillLiftSums): UnitSums {
  const expected = Math.min(MOST, Math.max(LEAST, (PRIOR + values) / (1 + units)));
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

/** What is known of a skill's lift. The `N` are summed strength of runs. */
export type SkillLift = {
  /** Sessions that were served the skill or went without it, and have a reward. */
  sessions: number;
  servedN: number;
  servedSuccess: number | null;
  heldBackN: number;
  heldBackSuccess: number | null;
  /** Success with the skill less success without it, in shares of 1; null before there is enough to read it. */
  effect: number | null;
  /** Its 90 % interval, at all times at once and for every distribution of the rewards. */
  effectAlwaysValid: [number, number] | null;
};

/**
 * Sessions that were to be held back from which on an effect may be read. It is Σ h, which for a small rate
 * is about the expected number of them.
 */
const ENOUGH_HELD_BACK = 20;

const ERROR = 0.1;

export function showSkillLift({
  difference,
  squares,
  share,
  units,
  served,
  heldBack,
}: SkillLiftSums): SkillLift {
  const isEnough = share >= ENOUGH_HELD_BACK && served.weight > NO_WEIGHT && heldBack.weight > NO_WEIGHT;
  const within = (value: number) => Math.min(1, Math.max(-1, value / share));
  const deviation = boundedDeviation(squares, { most: MOST, error: ERROR / 2 });
  return {
    sessions: units,
    ...{ servedN: served.weight, servedSuccess: meanOf(served) },
    ...{ heldBackN: heldBack.weight, heldBackSuccess: meanOf(heldBack) },
    effect: isEnough ? within(difference) : null,
    effectAlwaysValid: isEnough ? [within(difference - deviation), within(difference + deviation)] : null,
  };
}

function meanOf({ weight, value }: PartSums): number | null {
  return weight <= ROUNDING ? null : Math.min(1, Math.max(0, value / weight));
}
