import { describe, expect, it } from 'vitest';
import { creditRefusal } from './credit.ts';

const AT = new Date('2026-03-01T00:00:00.000Z');
const hoursLater = (hours: number, milliseconds = 0) =>
  new Date(AT.getTime() + hours * 3_600_000 + milliseconds);

const recall = { agentId: 'support', sessionId: 's1', createdAt: AT, creditedBy: null };
const episode = { id: 'ep_1', agentId: 'support', sessionId: 's1', createdAt: hoursLater(1) };

describe('the refusal of credit', () => {
  it('is null for the first run of the same agent and session', () => {
    expect(creditRefusal(recall, episode, 168)).toBeNull();
  });

  it('compares sessions only where both name one', () => {
    for (const none of [null, '']) {
      expect(creditRefusal({ ...recall, sessionId: none }, episode, 168)).toBeNull();
      expect(creditRefusal(recall, { ...episode, sessionId: none }, 168)).toBeNull();
    }
    expect(creditRefusal(recall, { ...episode, sessionId: 's2' }, 168)).toBe('other_session');
  });

  it('says who it is before it says that somebody was faster', () => {
    const credited = { ...recall, creditedBy: 'ep_0' };
    expect(creditRefusal(credited, episode, 168)).toBe('already_credited');
    expect(creditRefusal(credited, { ...episode, agentId: 'sales' }, 168)).toBe('other_agent');
    expect(creditRefusal(credited, { ...episode, sessionId: 's2' }, 168)).toBe('other_session');
  });

  it('is null for the episode that has the credit already', () => {
    expect(creditRefusal({ ...recall, creditedBy: 'ep_1' }, episode, 168)).toBeNull();
  });

  it('begins a millisecond after the hours that are allowed', () => {
    expect(creditRefusal(recall, { ...episode, createdAt: hoursLater(168) }, 168)).toBeNull();
    expect(creditRefusal(recall, { ...episode, createdAt: hoursLater(168, 1) }, 168)).toBe('too_old');
  });
});
