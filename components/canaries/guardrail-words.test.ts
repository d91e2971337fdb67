import { describe, expect, it } from 'vitest';
import {
  allowedText,
  type CanaryGuardrail,
  changeText,
  guardrailFinding,
  measureText,
} from './guardrail-words.ts';
import { endingWord, type Stand, verdictText } from './verdict-sentence.ts';

const DURATION: CanaryGuardrail = {
  ...{ guardrail: 'duration', incumbent: 1000, candidate: 1380, incumbentN: 80, candidateN: 90 },
  ...{ change: 0.38, low: 0.22, high: 0.56, margin: 0.2, stands: 'broken' },
};
const OPEN: CanaryGuardrail = { ...DURATION, change: 0.1, low: -0.05, high: 0.31, stands: 'open' };
const STAND: Stand = {
  ...{ status: 'running', rule: 'posterior', reason: null, nextLook: null, expectedDays: 3 },
  bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 },
  arms: { candidate: { weight: 90, reward: 80 }, incumbent: { weight: 80, reward: 40 } },
  ...{ pCandidateBetter: 0.99, expiresAt: '2026-03-20T00:00:00Z' },
};

describe('the guardrails of a canary', () => {
  it('are told with their interval and what is allowed', () => {
    expect(changeText(DURATION)).toBe('+38 % (+22 to +56)');
    expect(changeText({ ...DURATION, low: null, high: null })).toBe('+38 % (too few runs)');
    expect(changeText({ ...DURATION, guardrail: 'tool_errors', change: 0.031, low: -0.01, high: 0.07 })).toBe(
      '+3.1 points (−1.0 to +7.0)',
    );
    expect([allowedText(DURATION), allowedText({ ...DURATION, margin: null })]).toEqual([
      '20 %',
      'not guarded',
    ]);
    expect([
      measureText('duration', 12_340),
      measureText('tool_errors', 0.03),
      measureText('size', null),
    ]).toEqual([...['12.3 s', '3.0 %', '–']]);
  });

  it('are summed up in a sentence: what is broken, else what is open', () => {
    expect(guardrailFinding([DURATION, OPEN], 'running')).toBe(
      'Runs took 38 % longer (at least 22 %), more than the 20 % allowed.',
    );
    expect(guardrailFinding([OPEN], 'running')).toContain(
      'more than the 20 % allowed is not ruled out. It is promoted only once',
    );
    expect(guardrailFinding([{ ...DURATION, stands: 'kept' }], 'running')).toBe('Within every guardrail.');
    expect(guardrailFinding([{ ...DURATION, margin: null, stands: null }], 'running')).toContain(
      'No guardrail is set. Only success decides.',
    );
  });

  it('keep the verdict from calling decided what waits for one', () => {
    expect(verdictText({ ...STAND, guardrails: [OPEN] })).toMatch(
      /^Looks better: 99 % sure\. Runs took 10 %/,
    );
    expect(verdictText({ ...STAND, guardrails: [{ ...OPEN, stands: 'kept' }] })).toContain('95 % decides');
  });

  it('say why it ended', () => {
    const held = 'held: runs took 38 % longer (at least 22 %), more than the 20 % allowed';
    const rejected = { ...STAND, status: 'rejected', reason: held };
    expect(verdictText(rejected)).toBe(
      'It was held: runs took 38 % longer (at least 22 %), more than the 20 % allowed; the skill is unchanged.',
    );
    expect(endingWord(rejected)).toBe('held');
    const reason =
      'success is not worse by more than 10 points, and runs took 40 % less time (at least 31 %)';
    const cheaper = { ...STAND, status: 'promoted', reason };
    expect(verdictText(cheaper)).toBe(
      'It did not do worse by more than 10 points, and runs took 40 % less time (at least 31 %).',
    );
    expect(endingWord(cheaper)).toBe('cheaper');
    const undecided = {
      ...rejected,
      reason: 'still undecided at 300 samples of the candidate: runs tell no tokens',
    };
    expect(verdictText(undecided)).toContain(
      'rated runs of the candidate: runs tell no tokens. The skill is unchanged',
    );
  });
});
