/** What is shown of a skill's worth: its effects where they may be read, and else when they may. */
import { ROUNDING } from './beta.ts';
import { durationEffect, type Effect, ENOUGH_HELD_BACK, isEnough, rewardEffect } from './skill-lift.ts';
import { type SkillLiftSums, sharePerDay } from './skill-lift-sums.ts';

/** An effect as it is shown. */
type ShownEffect = {
  mean: number;
  /** 90 %, for one look. */
  interval: [number, number];
  /** 90 %, at all times at once. */
  alwaysValid: [number, number];
};

export type SkillWorth = {
  /** Summed strength of runs that were served the skill, and of runs from which it was held back, with their success. */
  servedN: number;
  servedSuccess: number | null;
  heldBackN: number;
  heldBackSuccess: number | null;
  /** Whether there is enough to read the effects. They are null before. */
  enough: boolean;
  /** Days until there is enough, at present traffic; null where there is, and where it cannot be told. */
  daysUntilEnough: number | null;
  /** Success with the skill less success without it. */
  reward: ShownEffect | null;
  /** Duration with the skill over duration without it, as a ratio of geometric means; null also where runs tell none. */
  duration: ShownEffect | null;
  /** Mean length of its text as it is served. */
  characters: number | null;
  /** The effect on the reward for each 1,000 characters of its text. */
  rewardPer1000Characters: number | null;
  /** Whether it surely hurts: the upper bound that may be read at any time is below zero. */
  hurts: boolean;
};

/** Rewards, characters and ratios as described; `now` is for the forecast. */
export function skillWorth(sums: SkillLiftSums, now: Date): SkillWorth {
  const { reward, duration, runs } = sums;
  const enough = isEnough(reward);
  const effect = enough ? rewardEffect(reward) : null;
  const timed = isEnough(duration) ? durationEffect(duration) : null;
  const characters = runs > 0 ? sums.characters / runs : null;
  return {
    servedN: reward.served.weight,
    servedSuccess: meanOf(reward.served),
    heldBackN: reward.heldBack.weight,
    heldBackSuccess: meanOf(reward.heldBack),
    enough,
    daysUntilEnough: enough ? null : daysUntilEnough(sums, now),
    reward: effect && shown(effect, (value) => value),
    duration: timed && shown(timed, Math.exp),
    characters,
    rewardPer1000Characters:
      effect !== null && characters !== null && characters > 0 ? (1000 * effect.mean) / characters : null,
    hurts: effect !== null && effect.alwaysValid[1] < 0,
  };
}

function meanOf({ weight, value }: { weight: number; value: number }): number | null {
  return weight <= ROUNDING ? null : Math.min(1, Math.max(0, value / weight));
}

function shown({ mean, interval, alwaysValid }: Effect, as: (value: number) => number): ShownEffect {
  return {
    mean: as(mean),
    interval: [as(interval[0]), as(interval[1])],
    alwaysValid: [as(alwaysValid[0]), as(alwaysValid[1])],
  };
}

function daysUntilEnough(sums: SkillLiftSums, now: Date): number | null {
  const pace = sharePerDay(sums, now);
  return pace === null ? null : Math.max(0, ENOUGH_HELD_BACK - sums.reward.share) / pace;
}
