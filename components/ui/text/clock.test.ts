import { describe, expect, it } from 'vitest';
import { absoluteTime, dayText, durationText, localeOf, relativeTime, startOfDay } from './clock.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('moments', () => {
  it('are told relative to now, in the largest unit that fits', () => {
    expect(relativeTime(NOW - 2000, NOW)).toBe('just now');
    expect(relativeTime(NOW - 59_000, NOW)).toBe('59s ago');
    expect(relativeTime(NOW - 3 * 3600_000, NOW)).toBe('3h ago');
    expect(relativeTime(NOW + 2 * 86_400_000, NOW)).toBe('in 2d');
  });

  it('are exact in UTC where that is asked for', () => {
    expect(absoluteTime(NOW, 'UTC', 'en-GB')).toBe('21 Nov 2026, 12:00:00 UTC');
  });

  it('are written in the order of the reader’s English, whatever their first language', () => {
    expect(localeOf(['de-DE', 'en-US', 'en'])).toBe('en-US');
    expect(localeOf(['de-DE'])).toBe('en-GB');
    expect(localeOf(['en-a', 'en_US', 'en-NZ'])).toBe('en-NZ');
    expect(absoluteTime(NOW, 'UTC', 'en-US').replaceAll('\u202f', ' ')).toBe('Nov 21, 2026, 12:00:00 PM UTC');
    expect([dayText(NOW, 'en-GB'), dayText(NOW, 'en-US')]).toEqual(['21 Nov', 'Nov 21']);
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-11-21T12:00:00.250Z', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T23:30:00.000Z', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
    ['2026-11-21T04:30:00.000Z', 'America/New_York', '2026-11-20T05:00:00.000Z'],
    ['2026-03-29T12:00:00.000Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25T12:00:00.000Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ])('of %s in %s is %s', (moment, zone, start) => {
    expect(new Date(startOfDay(Date.parse(moment), zone)).toISOString()).toBe(start);
  });
});

describe('durations', () => {
  it('are told in one unit', () => {
    expect([38, 120, 7200, 172_800].map(durationText)).toEqual(['38 s', '2 min', '2 h', '2 d']);
  });
});
