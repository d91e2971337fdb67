import { describe, expect, it } from 'vitest';
import { learningLift } from '../../server/domain/measurement/learning-lift.ts';
import { liftSentence } from './lift-sentence.ts';

const sums = (weight: number, reward: number) => ({ weight, reward });
const sentence = (treated: [number, number], holdout: [number, number], rate = 0.05) =>
  liftSentence(learningLift(sums(...treated), sums(...holdout)), rate);

describe('the sentence about the lift', () => {
  it('says that learning helps or hurts only where the interval excludes zero', () => {
    expect(sentence([400, 320], [40, 20])).toMatchObject({
      verdict: 'helps',
      headline: expect.stringMatching(/^Learning helps: \+\d+\.\d points$/),
      detail: expect.stringMatching(/^90 % between \+.* and \+.* \(400 treated, 40 holdout\)\.$/),
    });
    expect(sentence([400, 160], [40, 30])).toMatchObject({
      verdict: 'hurts',
      headline: expect.stringMatching(/^Learning hurts: −/),
    });
  });

  it('says that it is not clear yet, and how much more it takes', () => {
    const { verdict, detail } = sentence([40, 30], [20, 13]);
    expect(verdict).toBe('unclear');
    expect(detail).toMatch(/about [\d,]+ more rewarded runs would show it/);
  });

  it('says that it cannot be read yet, and names what is missing', () => {
    expect(sentence([0, 0], [0, 0])).toMatchObject({
      verdict: 'none',
      headline: 'Not yet: 0 of 5 runs with skills, 0 of 5 runs in the holdout',
    });
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
