import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../server/domain/measurement/beta.ts';
import { learningLift } from '../../server/domain/measurement/learning-lift.ts';
import { filesSentence, liftSentence, sinceText, trustSentences, verdictWords } from './lift-sentence.ts';

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

  it('says that it is not clear yet, and how much more it takes', () => {
    const { verdict, detail } = sentence([40, 30], [20, 13]);
    expect(verdict).toBe('unclear');
    expect(detail).toMatch(/about [\d,]+ more rated runs would show it at a single planned look/);
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

  it('says that it cannot be read yet, and names what is missing', () => {
    expect(sentence([3, 0], [0, 0])).toMatchObject({
      verdict: 'none',
      headline: 'Not yet: 3 of 5 runs with skills, 0 of 5 runs in the holdout',
    });
    expect(sentence([0, 0], [0, 0])).toMatchObject({ verdict: 'none', headline: 'No runs to compare yet' });
    expect(sentence([12, 12], [3, 0])).toMatchObject({
      verdict: 'none',
      headline: 'Not yet: 3 of 5 runs in the holdout',
    });
    expect(sentence([4.5, 4.5], [40, 0]).headline).toBe('Not yet: 4.5 of 5 runs with skills');
  });

  it('says that the holdout is off where it is what is missing', () => {
    expect(sentence([12, 9], [0, 0], 0)).toMatchObject({ verdict: 'off', headline: 'Holdout is off' });
    expect(sentence([12, 9], [3, 0], 0)).toMatchObject({ verdict: 'off' });
    // What was measured before it was switched off still counts.
    expect(sentence([400, 320], [40, 20], 0)).toMatchObject({ verdict: 'helps' });
  });
});

it('says since when it is clear, and nothing where it is not', () => {
  expect(sinceText(null)).toBeNull();
  expect(sinceText({ week: '2026-03-02', orEarlier: false })).toBe('Clear since the week of 2 Mar 2026.');
  expect(sinceText({ week: '2026-03-02', orEarlier: true })).toBe(
    'Clear since before the week of 2 Mar 2026.',
  );
});

describe('whether it can be trusted', () => {
  const trust = (treated: [number, number], holdout: [number, number], rate = 0.05) =>
    trustSentences(learningLift(groupsOfRuns(sums(...treated), sums(...holdout))), rate);

  it('is told in three sentences, and not at all without a run', () => {
    expect(trust([0, 0], [0, 0])).toEqual([]);
    expect(trust([400, 320], [40, 20])).toEqual([
      'Sessions are assigned at random; at the current rate about 5 % receive no skills.',
      '400 rated runs with skills are compared with 40 rated runs without. Only runs that a skill applied to count. All runs of a session count as one.',
      'The difference is larger than chance usually explains. Its true size is within the given range.',
    ]);
  });

  it('says no more than the figures carry', () => {
    expect(trust([12, 12], [3, 0])[2]).toBe(
      'That is too few to compare: a few unusual runs would decide it.',
    );
    expect(trust([40, 30], [20, 13])[2]).toContain('may still be chance');
    expect(trust([400, 390], [8, 1])[2]).toContain('so few runs on one side');
    expect(trust([400, 320], [40, 20], 0)[0]).toContain('No sessions are held out now');
  });

  it('tells which runs are left out because skills are files', () => {
    expect(filesSentence(0)).toBeNull();
    expect(filesSentence(12)).toContain('Left out: 12 of the latest 1,000 runs.');
  });

  it('is a word or two for each of many agents', () => {
    const words = (treated: [number, number], holdout: [number, number]) =>
      verdictWords(learningLift(groupsOfRuns(sums(...treated), sums(...holdout))));
    expect([
      words([0, 0], [0, 0]),
      words([9, 9], [2, 0]),
      words([40, 30], [20, 13]),
      words([400, 320], [40, 20]),
      words([400, 160], [40, 30]),
    ]).toEqual(['no runs to compare yet', 'too few runs yet', 'not clear yet', 'helps', 'hurts']);
  });
});
