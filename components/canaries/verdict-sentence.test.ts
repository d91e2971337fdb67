import { describe, expect, it } from 'vitest';
import { progressOf, type Stand, verdictSentence } from './verdict-sentence.ts';

const RUNNING: Stand = {
  ...{ status: 'running', rule: 'posterior', reason: null, nextLook: null },
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  ...{ pCandidateBetter: 0.91, incumbentN: 40, candidateN: 44 },
};

describe('the sentence about a canary', () => {
  it('says that it is too early, and what is missing', () => {
    expect(verdictSentence({ ...RUNNING, candidateN: 11 })).toBe(
      'Too early: the candidate has 11 of 20 evidence.',
    );
    expect(verdictSentence({ ...RUNNING, candidateN: 2, incumbentN: 10.5 })).toBe(
      'Too early: the candidate has 2 and the incumbent 10.5 of 20 evidence each.',
    );
  });

  it('says which way it leans and what the rule needs', () => {
    expect(verdictSentence(RUNNING)).toBe('Likely better: P(candidate better) is 0.91; it needs 0.95.');
    expect(verdictSentence({ ...RUNNING, pCandidateBetter: 0.12 })).toBe(
      'Likely worse: P(candidate better) is 0.12; at 0.05 it is rejected.',
    );
    expect(verdictSentence({ ...RUNNING, pCandidateBetter: 0.5 })).toContain('No clear difference');
  });

  it('tells statistic, boundary and next look where P alone does not promote', () => {
    const calibrated = { ...RUNNING, rule: 'calibrated', pCandidateBetter: 0.97, nextLook: 45 } as const;
    expect(verdictSentence({ ...calibrated, statistic: 1.42, boundary: 2.1 })).toBe(
      'Likely better: P(candidate better) is 0.97, its statistic 1.42 against a boundary of 2.10; the next look is at 45 evidence.',
    );
    expect(verdictSentence({ ...calibrated, statistic: 1.42, boundary: null })).toContain(
      'the boundary is being calibrated',
    );
  });

  it('says that a look is due where evidence passed it before the boundary was there', () => {
    const late = { ...RUNNING, rule: 'calibrated', nextLook: 20, statistic: 1, boundary: 2 } as const;
    expect(verdictSentence(late)).toContain('a look is due with the next run');
  });

  it('says how it ended and why', () => {
    const sentence = verdictSentence({ ...RUNNING, status: 'expired', reason: 'it ran for 14 days' });
    expect(sentence).toBe('Expired without a verdict: the incumbent stays; it ran for 14 days.');
  });
});

describe('the progress to the next verdict', () => {
  it('is that of the smaller arm up to the next look, and of the candidate up to its maximum', () => {
    expect(progressOf({ ...RUNNING, candidateN: 11, nextLook: 20 })).toMatchObject({ has: 11, needs: 20 });
    expect(progressOf(RUNNING)).toEqual({ has: 44, needs: 300, atMost: true });
    expect(progressOf({ ...RUNNING, nextLook: 300 })).toEqual({ has: 44, needs: 300, atMost: false });
  });
});
