import { describe, expect, it } from 'vitest';
import {
  endingWord,
  fateOfOthers,
  leaningWords,
  nextLookText,
  noneText,
  resultsText,
  type Stand,
  verdictText,
  whenText,
} from './verdict-sentence.ts';

const sums = (weight: number, reward: number) => ({ weight, reward });
const RUNNING: Stand = {
  ...{ status: 'running', rule: 'posterior', reason: null, nextLook: null, expectedDays: 3 },
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  arms: { candidate: sums(44, 40), incumbent: sums(40, 20) },
  pCandidateBetter: 0.91,
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
      'Candidate: 36 of 38 runs succeeded. Current version: 7 of 19.',
    );
    expect(resultsText({ ...RUNNING, runs: runs([1, 1], [0, 2, 1]) })).toBe(
      'Candidate: 1 of 1 run succeeded. Current version: 0 of 2 (1 more partly).',
    );
  });

  it('are mean rewards where the runs are not all kept: a run may have succeeded in part', () => {
    expect(resultsText({ ...RUNNING, runs: null })).toBe(
      'Average reward of the candidate: 0.91 over 44 runs. Current version: 0.50 over 40.',
    );
    const early = { ...RUNNING, arms: { candidate: sums(2, 1.6), incumbent: sums(0, 0) } };
    expect(resultsText(early)).toBe(
      'Average reward of the candidate: 0.80 over 2 runs. Current version: no rated run yet.',
    );
  });

  it('say nothing of a side without a rated run, and nothing at all without any', () => {
    expect(resultsText({ ...RUNNING, runs: runs([2, 3], [0, 0]) })).toBe(
      'Candidate: 2 of 3 runs succeeded. Current version: no rated run yet.',
    );
    expect(resultsText({ ...RUNNING, runs: runs([0, 0], [0, 0]) })).toBeNull();
    expect(noneText({ status: 'running' })).toBe('No run has been rated yet.');
    expect(noneText({ status: 'rejected' })).toBe('No run was rated.');
  });
});

describe('what they say', () => {
  it('is that it is too early, and what is missing', () => {
    expect(verdictText({ ...RUNNING, arms: { candidate: sums(11, 9), incumbent: sums(25.5, 9) } })).toBe(
      'Too early to tell: 20 rated runs are needed per arm. The candidate has 11, the current version 25.5.',
    );
  });

  it('is which way it leans and what decides, and never certainty', () => {
    expect(verdictText(RUNNING)).toBe('Looks better so far: 91 % sure; 95 % decides.');
    expect(verdictText({ ...RUNNING, pCandidateBetter: 0.12 })).toBe(
      'Looks worse so far: 88 % sure; at 95 % it is rejected.',
    );
    expect(verdictText({ ...RUNNING, pCandidateBetter: 0.5 })).toBe('No clear difference so far.');
    expect(verdictText({ ...RUNNING, rule: 'calibrated', pCandidateBetter: 1 })).toBe(
      'Looks better so far: over 99 % sure; 95 % is needed at a planned look.',
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
      'It did better, with the required 95 % certainty.',
    ]);
    expect(ended('rejected', 'the candidate is better with probability 0.049 only')).toEqual([
      'worse',
      'It did worse, with the required 95 % certainty; the skill is unchanged.',
    ]);
    expect(ended('rejected', 'still undecided at 300 samples of the candidate')).toEqual([
      'undecided',
      'No clear difference after 300 rated runs of the candidate; the skill is unchanged.',
    ]);
    expect(ended('rejected', 'the skill was rolled back to version 1')).toEqual([
      'stopped by hand',
      'A person stopped it before it was decided.',
    ]);
    expect(
      ended('promoted', 'success is not worse by more than 5 points, and runs took 9 % less time')[1],
    ).toBe('It ended because success is not worse by more than 5 points, and runs took 9 % less time.');
    expect(ended('expired', 'the skill is archived')[1]).toBe(
      'It ended undecided because the skill is archived.',
    );
    expect(ended('expired', 'the canary ran for its longest time undecided')[1]).toBe(
      'It reached its maximum duration without a verdict; the skill is unchanged.',
    );
  });
});

it('tells about when it is decided, and not without traffic or once it has ended', () => {
  expect(whenText(RUNNING)).toBe("About 3 days at today's traffic until a verdict (estimate).");
  expect(whenText({ ...RUNNING, expectedDays: 0.2 })).toContain('About 1 day at');
  expect(whenText({ ...RUNNING, arms: { candidate: sums(0, 0), incumbent: sums(0, 0) } })).toBeNull();
  expect(whenText({ ...RUNNING, expectedDays: null })).toBeNull();
  expect(whenText({ ...RUNNING, status: 'promoted' })).toBeNull();
});

it('says that a look is due where evidence passed it before the boundary was there', () => {
  expect(nextLookText({ ...RUNNING, nextLook: 20 })).toBe('a look is due with the next run');
  expect(nextLookText({ ...RUNNING, nextLook: 45 })).toBe('the next look is at 45 rated runs');
});

it('says before a stop what becomes of the other changes', () => {
  const then =
    'Failed and stale changes are then listed on this page. They can be re-proposed if they still fit.';
  expect(fateOfOthers(1, 0)).toBe(`1 change queued behind it fails. ${then}`);
  expect(fateOfOthers(2, 1)).toBe(
    `2 changes queued behind it fail. 1 change that waits for review goes stale. ${then}`,
  );
});
