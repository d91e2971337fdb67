import { describe, expect, it } from 'vitest';
import { durationText, liftFinding, type SkillLift, sizeText, waitingText } from './lift-text.ts';

const effect = (mean: number, low: number, high: number) => ({
  mean,
  interval: [mean, mean] as [number, number],
  alwaysValid: [low, high] as [number, number],
});

const lift = (more: Partial<SkillLift> = {}): SkillLift => ({
  ...{ servedN: 0, servedSuccess: null, heldBackN: 0, heldBackSuccess: null, enough: false, hurts: false },
  ...{
    daysUntilEnough: null,
    daysUntilEnoughRange: null,
    findableInAWeek: null,
    reward: null,
    duration: null,
    characters: null,
  },
  rewardPer1000Characters: null,
  ...more,
});

describe('the finding of a skill’s lift', () => {
  it.each([
    [
      effect(0.2, 0.05, 0.35),
      'Runs with the skill succeed more often than runs without it: by 20.0 points, at least 5.0 points.',
    ],
    [
      effect(-0.2, -0.35, -0.05),
      'Runs with the skill succeed less often than runs without it: by 20.0 points, at least 5.0 points.',
    ],
    [
      effect(0.02, -0.04, 0.08),
      'Not clear yet: runs with the skill succeed between −4.0 and +8.0 points more often than without it.',
    ],
  ])('claims what the interval shows: %j', (reward, text) => {
    expect(liftFinding(lift({ reward }))).toBe(text);
  });

  it.each([
    [0, null, 'No evidence yet.'],
    [0, 21, 'No evidence yet: at current traffic it takes about 3 weeks, between 11 days and 6 weeks.'],
    [
      2,
      0.2,
      'Too little evidence yet: at current traffic it takes about 5 hours, between 2 hours and 10 hours.',
    ],
    [
      2,
      9.6,
      'Too little evidence yet: at current traffic it takes about 10 days, between 5 days and 3 weeks.',
    ],
    [
      2,
      100,
      'Too little evidence yet: at current traffic it takes about 3 months, between 7 weeks and 7 months.',
    ],
    [2, 5000, 'Too little evidence yet: at current traffic it takes probably more than two years.'],
  ])('says when there will be enough: %j held back, %j days', (heldBackN, daysUntilEnough, text) => {
    const range: [number, number] | null =
      daysUntilEnough === null ? null : [daysUntilEnough / 2, daysUntilEnough * 2];
    const waiting = lift({ heldBackN, daysUntilEnough, daysUntilEnoughRange: range });
    expect(waitingText(waiting)).toBe(text);
    expect(liftFinding(waiting)).toBe(text);
  });
});

it('tells durations and sizes only where they are known', () => {
  expect(durationText(lift())).toBeNull();
  expect(durationText(lift({ duration: effect(0.8, 0.7, 0.9) }))).toBe(
    'Runs with the skill take 20 % less time.',
  );
  expect(durationText(lift({ duration: effect(1.5, 1.1, 2) }))).toBe(
    'Runs with the skill take 50 % more time.',
  );
  expect(durationText(lift({ duration: effect(1.1, 0.9, 1.3) }))).toBe('No clear difference in duration.');
  expect(sizeText(lift())).toBeNull();
  expect(sizeText(lift({ characters: 812.4 }))).toBe('Its text has 812 characters.');
  expect(sizeText(lift({ characters: 2000, rewardPer1000Characters: 0.05 }))).toBe(
    'Its text has 2,000 characters: +5.0 points for each 1,000.',
  );
});
