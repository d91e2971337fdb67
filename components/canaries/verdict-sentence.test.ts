import { describe, expect, it } from 'vitest';
import { resultsText, type Stand, verdictText } from './verdict-sentence.ts';

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
});

describe('what they say', () => {
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
});
