import { expect, it } from 'vitest';
import {
  addSessions,
  boundedEvidence,
  NO_SESSIONS,
  sessionMean,
  sessionSums,
  subtractSessions,
} from './session-sums.ts';

it('counts a session once, with the mean of its rewards', () => {
  expect(sessionSums({ weight: 4, reward: 3 })).toEqual({ sessions: 1, sum: 0.75, squares: 0.5625 });
  expect(sessionSums({ weight: 0.5, reward: 0.5 })).toEqual({ sessions: 1, sum: 1, squares: 1 });
});

it('knows no mean of a session whose runs have no reward, or were taken back but for rounding', () => {
  expect(sessionMean({ weight: 0, reward: 0 })).toBeNull();
  expect(sessionSums({ weight: 1e-12, reward: -1e-13 })).toEqual(NO_SESSIONS);
});

it('keeps a mean within 0 and 1 where rounding left it', () => {
  expect(sessionMean({ weight: 1, reward: 1 + 1e-12 })).toBe(1);
  expect(sessionMean({ weight: 1, reward: -1e-12 })).toBe(0);
});

it('moves by the difference of what a session was and is', () => {
  const [before, after] = [sessionSums({ weight: 1, reward: 1 }), sessionSums({ weight: 2, reward: 1 })];
  const other = sessionSums({ weight: 1, reward: 0 });
  const moved = addSessions(addSessions(before, other), subtractSessions(after, before));
  expect(moved).toEqual({ sessions: 2, sum: 0.5, squares: 0.25 });
});

it('bounds the strength of a session by one', () => {
  expect(boundedEvidence({ weight: 40, reward: 10 })).toEqual({ weight: 1, reward: 0.25 });
  expect(boundedEvidence({ weight: 0.6, reward: 0.6 })).toEqual({ weight: 0.6, reward: 0.6 });
  expect(boundedEvidence({ weight: 0, reward: 0 })).toEqual({ weight: 0, reward: 0 });
});
