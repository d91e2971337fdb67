import { describe, expect, it } from 'vitest';
import { daysOf, purposesIn, todayText } from './figures.ts';

const ROWS = [
  { day: '2026-11-20', purpose: 'curate', calls: 1, inputTokens: 10, outputTokens: 5 },
  { day: '2026-11-20', purpose: 'reflect', calls: 2, inputTokens: 60, outputTokens: 20 },
  { day: '2026-11-21', purpose: 'reflect', calls: 1, inputTokens: 4, outputTokens: 1 },
];
const today = '2026-11-21';

describe('the columns of usage', () => {
  it('are as many UTC days as asked for, the last one today, also those without a call', () => {
    const days = daysOf({ rows: ROWS, today }, 3);
    expect(days.map(({ day, total }) => [day, total])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-20', 95],
      ['2026-11-21', 5],
    ]);
    expect(days[1]?.of).toEqual({ curate: 15, reflect: 80 });
    expect(purposesIn(days)).toEqual(['reflect', 'curate']);
  });
});

describe('today’s tokens', () => {
  const usage = { rows: [], today, usedToday: 250, budget: 1000, reachedAt: null };

  it('are compared with the budget and its pace', () => {
    expect(todayText({ ...usage, budget: 0 })).toBe('250 tokens used today; no daily budget is set');
    expect(todayText(usage)).toBe('250 of 1,000 tokens used today (25 %); at this pace it lasts');
    expect(todayText({ ...usage, usedToday: 0 })).toBe('No tokens used today, of 1,000 a day');
    expect(todayText({ ...usage, reachedAt: '2026-11-21T19:40:00.000Z' })).toMatch(/reached 19:40 UTC$/);
    expect(todayText({ ...usage, usedToday: 1000 })).toMatch(/used up until 00:00 UTC$/);
  });
});
