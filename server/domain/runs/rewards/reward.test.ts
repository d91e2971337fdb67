import { describe, expect, it } from 'vitest';
import { rewardOf } from './reward.ts';

const confident = { outcome: 'success', confidence: 0.8, minConfidence: 0.7 } as const;

describe('the reward of an episode', () => {
  it('is that of its verification before anything else', () => {
    const rest = { feedback: { score: 1 }, outcome: 'success', judge: confident } as const;
    expect(rewardOf({ verification: { passed: false }, ...rest })).toEqual({
      reward: 0,
      strength: 1,
      source: 'verification',
    });
    expect(rewardOf({ verification: { passed: true }, outcome: 'failure' })?.reward).toBe(1);
  });

  it('is the feedback score before the reported outcome', () => {
    expect(rewardOf({ feedback: { score: 0.3 }, outcome: 'success', judge: confident })).toEqual({
      reward: 0.3,
      strength: 1,
      source: 'feedback',
    });
    expect(rewardOf({ feedback: { score: 0 }, outcome: 'success' })?.reward).toBe(0);
  });

  it.each([
    ['success', 1],
    ['partial', 0.5],
    ['failure', 0],
  ] as const)('is by the reported outcome %s: %d, before any judge', (outcome, reward) => {
    expect(rewardOf({ verification: null, feedback: null, outcome, judge: confident })).toEqual({
      reward,
      strength: 1,
      source: 'outcome',
    });
  });

  it.each([
    ['success', 1],
    ['partial', 0.5],
    ['failure', 0],
  ] as const)(
    'is by a confident judge who says %s: %d with the confidence as strength',
    (outcome, reward) => {
      const judge = { outcome, confidence: 0.7, minConfidence: 0.7 };
      expect(rewardOf({ outcome: 'unknown', judge })).toEqual({ reward, strength: 0.7, source: 'judge' });
    },
  );

  it('does not exist where nothing is known', () => {
    expect(rewardOf({ outcome: 'unknown' })).toBeNull();
    expect(rewardOf({ outcome: 'unknown', judge: { ...confident, confidence: 0.69 } })).toBeNull();
    expect(rewardOf({ outcome: 'unknown', judge: { ...confident, outcome: 'unknown' } })).toBeNull();
    expect(
      rewardOf({ outcome: 'unknown', judge: { ...confident, confidence: 0, minConfidence: 0 } }),
    ).toBeNull();
  });
});
