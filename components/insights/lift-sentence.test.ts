import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../server/domain/measurement/beta.ts';
import { learningLift } from '../../server/domain/measurement/learning-lift.ts';
import { liftSentence, trustSentences, verdictWords } from './lift-sentence.ts';

const sums = (weight: number, reward: number) => ({ weight, reward });

/** Where each run is a session of its own. */
function groupsOfRuns(treated: Evidence, holdout: Evidence) {
  const sessionsOf = ({ weight: sessions, reward: sum }: Evidence) => ({ sessions, sum, squares: sum });
  return { treated, holdout, sessions: { treated: sessionsOf(treated), holdout: sessionsOf(holdout) } };
}
const sentence = (treated: [number, number], holdout: [number, number], rate = 0.05) =>
  liftSentence(learningLift(groupsOfRuns(sums(...treated), sums(...holdout))), rate);

describe('the sentence about the lift', () => {
  it('says that learning helps or hurts only where the interval excludes zero', () => {
    expect(sentence([400, 320], [40, 20])).toMatchObject({
      verdict: 'helps',
      headline: expect.stringMatching(/^Learning helps: \+\d+\.\d points$/),
      detail: expect.stringMatching(
        /^90 % between \+.* and \+.* \(400 runs with skills, 40 in the holdout\)\.$/,
      ),
    });
    expect(sentence([400, 160], [40, 30])).toMatchObject({
      verdict: 'hurts',
      headline: expect.stringMatching(/^Learning hurts: −/),
    });
  });

  it('does not call clear what only a single look would', () => {
    const lift = learningLift(groupsOfRuns(sums(103, 74), sums(98, 59)));
    expect(lift.significant).toBe(true);
    expect(liftSentence(lift, 0.05)).toMatchObject({
      verdict: 'unclear',
      detail: expect.stringContaining('A single planned look would call this clear.'),
    });
    expect(verdictWords(lift)).toBe('not clear yet');
  });
});

describe('whether it can be trusted', () => {
  const trust = (treated: [number, number], holdout: [number, number], rate = 0.05) =>
    trustSentences(learningLift(groupsOfRuns(sums(...treated), sums(...holdout))), rate);

  it('says no more than the figures carry', () => {
    expect(trust([12, 12], [3, 0])[2]).toBe(
      'That is too few to compare: a few unusual runs would decide it.',
    );
    expect(trust([40, 30], [20, 13])[2]).toContain('may still be chance');
    expect(trust([400, 390], [8, 1])[2]).toContain('so few runs on one side');
    expect(trust([400, 320], [40, 20], 0)[0]).toContain('No sessions are held out now');
  });
});
