/** What is shown of a skill's lift: its effects where they may be read, and else when they may. */
import { DAY_MS } from '../time.ts';
import { ROUNDING } from './beta.ts';
import { durationEffect, type Effect, ENOUGH_HELD_BACK, isEnough, rewardEffect } from './skill-lift.ts';
import { recentShare, type SkillLiftSums } from './skill-lift-sums.ts';
import { daysUntil, findableInAWeek, TRAFFIC_DAYS } from './when-known.ts';

type ShownEffect = {
  mean: number;
  /** 90 %, for one look. */
  interval: [number, number];
  /** 90 %, at all times at once. */
  alwaysValid: [number, number];
};

export type SkillLift = {
  /** Summed strength of runs that were served the skill, and of runs from which it was held back, with their success. */
  servedN: number;
  servedSuccess: number | null;
  heldBackN: number;
  heldBackSuccess: number | null;
  /** Whether there is enough to read the effects. They are null before. */
  enough: boolean;
  /** Days until there is enough, at present traffic; null where there is, and where it cannot be told. */
  daysUntilEnough: number | null;
  /** Between which days it is in four of five cases; null where `daysUntilEnough` is. */
  daysUntilEnoughRange: [number, number] | null;
  /** The smallest effect on the reward that a week of current traffic can detect; null without traffic in the last 14 days. */
  findableInAWeek: number | null;
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
export function showSkillLift(sums: SkillLiftSums, now: Date): SkillLift {
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
    ...outlook(sums, now, enough),
    reward: effect && toShownEffect(effect, (value) => value),
    duration: timed && toShownEffect(timed, Math.exp),
    characters,
    rewardPer1000Characters:
      effect !== null && characters !== null && characters > 0 ? (1000 * effect.mean) / characters : null,
    hurts: effect !== null && effect.alwaysValid[1] < 0,
  };
}

function meanOf({ weight, value }: { weight: number; value: number }): number | null {
  return weight <= ROUNDING ? null : Math.min(1, Math.max(0, value / weight));
}

function toShownEffect({ mean, interval, alwaysValid }: Effect, as: (value: number) => number): ShownEffect {
  return {
    mean: as(mean),
    interval: [as(interval[0]), as(interval[1])],
    alwaysValid: [as(alwaysValid[0]), as(alwaysValid[1])],
  };
}

type Outlook = Pick<SkillLift, 'daysUntilEnough' | 'daysUntilEnoughRange' | 'findableInAWeek'>;

/** Counted in sessions: of each the skill gets the mean share to be held back. */
function outlook(sums: SkillLiftSums, now: Date, enough: boolean): Outlook {
  const { share, units, served, heldBack } = sums.reward;
  const recent = recentShare(sums, now);
  const isQuiet = now.getTime() - sums.recentAt > TRAFFIC_DAYS * DAY_MS;
  if (recent === null || isQuiet || !(share > 0 && units > 0)) {
    return { daysUntilEnough: null, daysUntilEnoughRange: null, findableInAWeek: null };
  }
  const each = share / units;
  const sessions = recent.share / each;
  const success = meanOf({
    weight: served.weight + heldBack.weight,
    value: served.value + heldBack.value,
  });
  const traffic = { evidence: sessions, reward: sessions * (success ?? 0), days: recent.days };
  const missing = Math.max(0, ENOUGH_HELD_BACK - share) / each;
  const estimate = enough ? null : daysUntil({ low: missing, middle: missing, high: missing }, traffic);
  return {
    daysUntilEnough: estimate?.days ?? null,
    daysUntilEnoughRange: estimate && [estimate.soonest, estimate.latest],
    findableInAWeek: findableInAWeek(traffic, [each, 1 - each]),
  };
}
