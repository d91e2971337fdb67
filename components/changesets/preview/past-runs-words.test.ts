import { expect, it } from 'vitest';
import { comparisonOf, detailsOf } from './past-runs-words.ts';

const counts = (failure: number, success: number) => ({
  ...{ runs: failure + success, failure, success, partial: 0, unknown: 0, rated: failure + success },
  reward: failure + success < 5 ? null : 0.5,
});

const found = { all: counts(41, 159), reached: counts(12, 19) };
const few = { all: counts(6, 7), reached: counts(1, 2) };
const REST = {
  ...{ status: 'done' as const, sentence: '', computedAt: null, since: null, examples: null },
  ...{ newlyReached: 1, noLongerReached: 0 },
};

it('compares how often the reached runs failed with all runs', () => {
  expect(comparisonOf(found)).toBe('39 % of them failed (12 of 31), against 21 % of all runs (41 of 200).');
  const details = detailsOf({ ...found, ...REST }).join(' ');
  expect(details).toContain('30 of them were served a version of the skill at the time.');
  expect(details).toContain('Average reward: 0.50 in 31 rated runs, 0.50 in 200 of all.');
});

it('says so where there is too little to compare', () => {
  expect(comparisonOf(few)).toContain('Too few of them have a known outcome');
  expect(detailsOf({ ...few, ...REST }).join(' ')).toContain('Too few of them have a reward');
  expect(comparisonOf({ ...few, reached: null })).toBeNull();
  expect(comparisonOf({ ...few, reached: counts(0, 0) })).toBeNull();
});
