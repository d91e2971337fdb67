import { describe, expect, it } from 'vitest';
import {
  endingWord,
  fateOfOthers,
  leaningWords,
  nextLookText,
  noneText,
  recordedReason,
  resultsText,
  type Stand,
  verdictText,
  whenText,
} from './verdict-sentence.ts';

const NOW = Date.parse('2026-03-10T00:00:00Z');
const sums = (weight: number, reward: number) => ({ weight, reward });
const RUNNING: Stand = {
  ...{ status: 'running', rule: 'posterior', reason: null, nextLook: null, expectedDays: 3 },
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  arms: { candidate: sums(44, 40), incumbent: sums(40, 20) },
  ...{ pCandidateBetter: 0.91, expiresAt: '2026-03-20T00:00:00Z' },
};
const runs = (candidate: [number, number, number?], incumbent: [number, number, number?]) => {
  const of = ([succeeded, rewarded, partly = 0]: [number, number, number?]) => ({
    succeeded,
    rewarded,
    partly,
  });
  return { candidate: of(candidate), incumbent: of(incumbent) };
};

describe('the results of a canary', () => {
  it('are the runs that succeeded with the change and without it', () => {
    expect(resultsText({ ...RUNNING, runs: runs([36, 38], [7, 19]) })).toBe(
      'With it 36 of 38 runs succeeded, without it 7 of 19.',
    );
    expect(resultsText({ ...RUNNING, runs: runs([1, 1], [0, 2, 1]) })).toBe(
      'With it 1 of 1 run succeeded, without it 0 of 2 (1 more partly).',
    );
  });

  it('are mean rewards where the runs are not all kept: a run may have succeeded in part', () => {
    expect(resultsText({ ...RUNNING, runs: null })).toBe(
      'Success with it 91 % over 44 runs, without it 50 % over 40.',
    );
    const early = { ...RUNNING, arms: { candidate: sums(2, 1.6), incumbent: sums(0, 0) } };
    expect(resultsText(early)).toBe(
      'Success with it 80 % over 2 runs; no run without it has been rated yet.',
    );
  });

  it('say nothing of a side without a rated run, and nothing at all without any', () => {
    expect(resultsText({ ...RUNNING, runs: runs([2, 3], [0, 0]) })).toBe(
      'With it 2 of 3 runs succeeded; no run without it has been rated yet.',
    );
    expect(resultsText({ ...RUNNING, runs: runs([0, 0], [0, 0]) })).toBeNull();
    expect(noneText({ status: 'running' })).toBe('No run has been rated yet.');
    expect(noneText({ status: 'rejected' })).toBe('No run was rated.');
  });
});

describe('what they say', () => {
  it('is that it is too early, and what is missing', () => {
    expect(verdictText({ ...RUNNING, arms: { candidate: sums(11, 9), incumbent: sums(25.5, 9) } })).toBe(
      'Too early to tell: 20 rated runs are needed with it and without it; there are 11 and 25.5.',
    );
  });

  it('is which way it leans and what decides, and never certainty', () => {
    expect(verdictText(RUNNING)).toBe('It looks better so far: 91 % sure; 95 % decides.');
    expect(verdictText({ ...RUNNING, pCandidateBetter: 0.12 })).toBe(
      'It looks worse so far: 88 % sure; at 95 % it is rejected.',
    );
    expect(verdictText({ ...RUNNING, pCandidateBetter: 0.02 })).toBe(
      'It looks worse so far: 98 % sure. It is cheaper, and goes on until it is known to be worse by more than the margin, or not.',
    );
    expect(verdictText({ ...RUNNING, pCandidateBetter: 0.5 })).toBe('No clear difference so far.');
    expect(verdictText({ ...RUNNING, rule: 'calibrated', pCandidateBetter: 1 })).toBe(
      'It looks better so far: over 99 % sure; 95 % is needed at a planned look.',
    );
  });

  it('is the same in a few words for lists', () => {
    const early = { ...RUNNING, arms: { candidate: sums(11, 9), incumbent: sums(25, 9) } };
    const words = [
      early,
      RUNNING,
      { ...RUNNING, pCandidateBetter: 0.12 },
      { ...RUNNING, pCandidateBetter: 0.5 },
    ];
    expect(words.map(leaningWords)).toEqual([
      'too early to tell',
      'looks better, 91 % sure',
      'looks worse, 88 % sure',
      'no clear difference so far',
    ]);
  });

  it('is how it ended, once it has', () => {
    const ended = (status: string, reason: string) => {
      const stand = { ...RUNNING, status, reason };
      return [endingWord(stand), verdictText(stand)];
    };
    expect(ended('promoted', 'the candidate is better with probability 0.951')).toEqual([
      'better',
      'It did better, with the 95 % certainty that it takes.',
    ]);
    expect(ended('rejected', 'the candidate is better with probability 0.049 only')).toEqual([
      'worse',
      'It did worse, with the 95 % certainty that it takes; the skill stays as it was.',
    ]);
    expect(ended('rejected', 'still undecided at 300 samples of the candidate')).toEqual([
      'undecided',
      'No clear difference after 300 rated runs with it; the skill stays as it was.',
    ]);
    expect(ended('rejected', 'the skill was rolled back to version 1')).toEqual([
      'stopped by hand',
      'It was stopped by hand before it was decided.',
    ]);
    expect(ended('expired', 'the skill is archived')[1]).toBe(
      'It ended undecided, because the skill is archived.',
    );
    expect(ended('expired', 'the canary ran for its longest time undecided')[1]).toBe(
      'It ended undecided when its time was over; the skill stays as it was.',
    );
  });
});

describe('about when it is decided', () => {
  it('is told from the traffic of its skill where that is known, and never as certain', () => {
    const forecast = { days: 5, soonest: 2, latest: 9, findable: 0.12 };
    expect(whenText({ ...RUNNING, forecast }, NOW)).toBe(
      'At present traffic it is decided in about 5 days, between 2 days and 9 days (an estimate). In a week it can find a difference in success of about 12 points.',
    );
    expect(whenText({ ...RUNNING, forecast: { ...forecast, days: 12 } }, NOW)).toContain(
      'its time is over before',
    );
    expect(whenText({ ...RUNNING, forecast: null }, NOW)).toBe(
      'No rated run in the last 14 days: no estimate.',
    );
    expect(whenText({ ...RUNNING, status: 'promoted', forecast: null }, NOW)).toBeNull();
  });

  it('is an estimate from its own evidence, or that its time will be over before', () => {
    expect(whenText(RUNNING, NOW)).toBe('At present traffic it is decided in about 3 days (an estimate).');
    expect(whenText({ ...RUNNING, expectedDays: 0.2 }, NOW)).toContain('about 5 hours');
    const over = 'At present traffic its time is over before it is decided (an estimate).';
    expect(whenText({ ...RUNNING, expectedDays: 30 }, NOW)).toBe(over);
    expect(whenText({ ...RUNNING, expectedDays: null }, NOW)).toBe(over);
  });

  it('is not told without traffic, when the last run was long ago, or once it has ended', () => {
    const nothing = { candidate: sums(0, 0), incumbent: sums(0, 0) };
    expect(whenText({ ...RUNNING, arms: nothing }, NOW)).toBeNull();
    expect(whenText(RUNNING, NOW, NOW - 3 * 86_400_000)).toBeNull();
    expect(whenText({ ...RUNNING, status: 'promoted' }, NOW)).toBeNull();
  });
});

it('says that a look is due where evidence passed it before the boundary was there', () => {
  expect(nextLookText({ ...RUNNING, nextLook: 20 })).toBe('a look is due with the next run');
  expect(nextLookText({ ...RUNNING, nextLook: 45 })).toBe('the next look is at 45 evidence');
});

it('calls the change what the page calls it in a recorded reason too', () => {
  expect(recordedReason('the candidate is better with probability 0.97')).toBe(
    'it is better with probability 0.97',
  );
  expect(recordedReason("the candidate's statistic 2.4 passed 2.1 at look 3")).toBe(
    'its statistic 2.4 passed 2.1 at look 3',
  );
});

it('says before a stop what becomes of the other changes', () => {
  const then =
    'What fails or goes stale is listed on this page then, and can be proposed again where it still fits.';
  expect(fateOfOthers(1, 0)).toBe(`1 change queued behind it fails. ${then}`);
  expect(fateOfOthers(2, 1)).toBe(
    `2 changes queued behind it fail. 1 change that waits for review goes stale. ${then}`,
  );
});
