import { describe, expect, it } from 'vitest';
import { millisText, rewardSentence, titleOf } from './wording.ts';

describe('the words for a run', () => {
  it('tell the reward and the signal that decided it', () => {
    const of = (reward: number | null, strength: number | null, source: string | null) =>
      rewardSentence({ reward, rewardStrength: strength, rewardSource: source }, []);
    expect(of(1, 1, 'verification')).toBe('Reward 1.00, decided by a verification.');
    expect(of(0.5, 0.7, 'judge')).toBe('Reward 0.50, decided by the judge’s guess, counted at 0.70.');
    expect(of(null, null, null)).toContain('No reward');
    const passed = { reward: 1, rewardStrength: 1, rewardSource: 'verification' };
    expect(
      rewardSentence(passed, [
        { source: 'verification', reward: 1, role: 'decided' },
        { source: 'feedback', reward: 0.2, role: 'overruled' },
        { source: 'outcome', reward: 1, role: 'agrees' },
      ]),
    ).toBe('Reward 1.00, decided by a verification. Overruled: feedback (0.20).');
  });

  it('take the first line of a task as the title', () => {
    expect(titleOf('\n Reset it\nsecond line')).toBe('Reset it');
    expect(titleOf('x'.repeat(500))).toHaveLength(111);
    expect([titleOf(''), titleOf(null)]).toEqual([null, null]);
  });

  it('write a duration in its largest unit', () => {
    expect([millisText(840), millisText(12_400), millisText(180_000)]).toEqual(['840 ms', '12.4 s', '3 min']);
  });
});
