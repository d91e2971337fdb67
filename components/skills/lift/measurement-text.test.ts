import { describe, expect, it } from 'vitest';
import { measurementText, shareWords } from './measurement-text.ts';

describe('what measuring a skill costs', () => {
  it('is told in sessions, with the difference that would show', () => {
    const of = (sessions: number) => ({ traffic: { sessions, days: 14, success: 0.8 } });
    expect(measurementText(of(400), { share: 0.1, days: 14 })).toBe(
      'About 40 of 400 sessions in 14 days go without this skill. A difference of 17 points would show. (Estimate.)',
    );
    expect(measurementText(of(28), { share: 0.1, days: 14 })).toBe(
      'About 3 of 28 sessions in 14 days go without this skill. That is too few to show a difference. (Estimate.)',
    );
  });

  it('says that nothing is known without traffic', () => {
    const text = measurementText({ traffic: null }, { share: 0.1, days: 14 });
    expect(text).toBe('No rated run in the last 14 days: no estimate.');
  });

  it('names the share while it runs and after', () => {
    expect(shareWords({ state: 'never', share: null })).toBeNull();
    expect(shareWords({ state: 'running', share: 0.1 })).toBe('10 % of its sessions go without it until');
    expect(shareWords({ state: 'ended', share: 0.05 })).toBe('5 % of its sessions went without it until');
  });
});
