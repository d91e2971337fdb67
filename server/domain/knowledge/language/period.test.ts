/** A question's date has to be found where it is one, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { buildMemoryIndex } from '../memory-index.ts';
import { rankMemories } from '../rank-memories.ts';
import { readPeriod } from './period.ts';

/** A Thursday. */
const NOW = new Date('2026-11-26T12:00:00.000Z');
const HALF_A_DAY = 43_200_000;

/** The days of the period that a text names, without the half day on each side: from, to (exclusive). */
function days(text: string): string[] | null {
  const period = readPeriod(text, NOW);
  if (period === null) return null;
  return [period.from + HALF_A_DAY, period.to - HALF_A_DAY].map((time) =>
    new Date(time).toISOString().slice(0, 10),
  );
}

describe('readPeriod', () => {
  it.each([
    { text: 'What did Ada do yesterday?', from: '2026-11-25', to: '2026-11-26' },
    { text: 'Which orders failed last week?', from: '2026-11-16', to: '2026-11-23' },
    { text: 'What did we plan last month?', from: '2026-10-01', to: '2026-11-01' },
    { text: 'Who joined this month?', from: '2026-11-01', to: '2026-11-26' },
    { text: 'Which outage was two weeks ago?', from: '2026-11-09', to: '2026-11-17' },
    { text: 'What was said last Monday?', from: '2026-11-23', to: '2026-11-24' },
    { text: 'What did Ada buy in March?', from: '2026-03-01', to: '2026-04-01' },
    { text: 'Tell me about the trip in March, 2024', from: '2024-03-01', to: '2024-04-01' },
    { text: 'Where were we on 7 May 2023?', from: '2023-05-07', to: '2023-05-08' },
    { text: 'Who handled the incident of 2025-08-31?', from: '2025-08-31', to: '2025-09-01' },
  ])('reads $text', ({ text, from, to }) => {
    expect(days(text)).toEqual([from, to]);
  });

  it.each([
    'May I refund 2000 orders?',
    'Refund the order of last year',
    'What is error 2025-99-01?',
    `${'A log line. '.repeat(60)} in March 2024?`,
  ])('finds none in %s', (text) => {
    expect(days(text)).toBeNull();
  });
});

describe('what a question names', () => {
  const memory = (id: string, content: string, createdAt: string) => ({
    ...{ id, content, createdAt, userId: null, kind: 'fact' as const },
  });
  const index = buildMemoryIndex([
    memory('march', 'Ada went sailing with the club', '2026-03-10T09:00:00.000Z'),
    memory('june', 'Ada went sailing with the club', '2026-06-10T09:00:00.000Z'),
    memory('grace', 'Grace went sailing with Ada', '2026-08-10T09:00:00.000Z'),
    memory('later', 'Ada went sailing with Grace', '2026-09-10T09:00:00.000Z'),
  ]);
  const first = (query: string) =>
    rankMemories([index], query, { userId: null, period: readPeriod(query, NOW) })[0]?.id;

  it('puts memories of its time first', () => {
    expect(first('With which club did she go sailing in March?')).toBe('march');
    expect(first('With which club did she go sailing in June?')).toBe('june');
  });

  it('puts memories that begin with its name first', () => {
    expect(first('When did Grace go sailing?')).toBe('grace');
    expect(first('When did Ada go sailing?')).not.toBe('grace');
  });
});
