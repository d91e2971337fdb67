/**
 * All that is kept of one skill's lift, and what of it is one session's: effects on the reward and on the
 * duration, how long the skill's text is, and how fast evidence comes in.
 */
import {
  addRun,
  type EffectSums,
  LOG_DURATION,
  NO_EFFECT,
  REWARD,
  type RunStep,
  type UnitSums,
} from './skill-lift.ts';

/** One session's part; null where none of its runs had a reward, or a duration. */
export type SkillLiftUnit = { readonly reward: UnitSums | null; readonly duration: UnitSums | null };

/**
 * `characters` sums the lengths of the skill's text over `runs`. `since` is the time of the first run, and
 * `recent` what was added to the share of rewarded sessions, each part halved for every week since: in
 * milliseconds since 1970, the time up to which it is halved is `recentAt`.
 */
export type SkillLiftSums = {
  readonly reward: EffectSums;
  readonly duration: EffectSums;
  readonly runs: number;
  readonly characters: number;
  readonly since: number | null;
  readonly recent: number;
  readonly recentAt: number;
};

export const NO_SKILL_LIFT: SkillLiftSums = {
  ...{ reward: NO_EFFECT, duration: NO_EFFECT, runs: 0, characters: 0 },
  ...{ since: null, recent: 0, recentAt: 0 },
};

type Amount = { readonly weight: number; readonly reward: number };

/** A run: `runs` is 1 for a new one, 0 where it was counted before and −1 where it is taken back. */
export type LiftRun = Pick<RunStep, 'part' | 'probability' | 'rate'> & {
  readonly at: Date;
  readonly runs: number;
  readonly characters: number;
  /** Strength, and strength times reward. */
  readonly evidence: Amount;
  /** Runs with a duration, and the sum of its logarithms. */
  readonly duration: Amount;
};

type SumsWithUnit<Sums, Unit> = { readonly sums: Sums; readonly unit: Unit };

/** The sums and the session's part after a run was added, changed or taken back. */
export function addLiftRun(
  { sums, unit }: SumsWithUnit<SkillLiftSums, SkillLiftUnit | null>,
  run: LiftRun,
): SumsWithUnit<SkillLiftSums, SkillLiftUnit> {
  const { part, probability, rate, at } = run;
  const add = (known: SumsWithUnit<EffectSums, UnitSums | null>, amount: Amount, measure: typeof REWARD) =>
    amount.weight === 0 && amount.reward === 0
      ? known
      : addRun(measure, known, { part, probability, rate, weight: amount.weight, value: amount.reward });
  const reward = add({ sums: sums.reward, unit: unit?.reward ?? null }, run.evidence, REWARD);
  const duration = add({ sums: sums.duration, unit: unit?.duration ?? null }, run.duration, LOG_DURATION);
  const gained = Math.max(0, reward.sums.share - sums.reward.share);
  return {
    unit: { reward: reward.unit, duration: duration.unit },
    sums: {
      reward: reward.sums,
      duration: duration.sums,
      runs: sums.runs + run.runs,
      characters: sums.characters + run.runs * run.characters,
      since: sums.since ?? at.getTime(),
      recent: recentAt(sums, at.getTime()) + gained,
      recentAt: Math.max(sums.recentAt, at.getTime()),
    },
  };
}

const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

function recentAt({ recent, recentAt: until }: SkillLiftSums, now: number): number {
  return recent * 0.5 ** (Math.max(0, now - until) / HALF_LIFE_MS);
}

/**
 * What was added to the share of rewarded sessions lately, and the days that it stands for,
 * (1 − ½^(age/week)) · week/ln 2: together the pace of now. Null without any; the first day counts as a whole.
 */
export function recentShare(sums: SkillLiftSums, now: Date): { share: number; days: number } | null {
  if (sums.since === null) return null;
  const age = Math.max(DAY_MS, now.getTime() - sums.since);
  const days = ((1 - 0.5 ** (age / HALF_LIFE_MS)) * HALF_LIFE_MS) / Math.LN2 / DAY_MS;
  const share = recentAt(sums, now.getTime());
  return share > 0 ? { share, days } : null;
}
