import { describe, expect, it } from 'vitest';
import { digitRuns } from './digit-runs.ts';
import { findSsns } from './ssn.ts';

function ssnsIn(text: string): string[] {
  return [...digitRuns(text)].flatMap((run) => findSsns(run).map(({ start, end }) => text.slice(start, end)));
}

describe('findSsns', () => {
  it.each(['219-09-9998', '123 45 6789'])('finds %s', (ssn) => {
    expect(ssnsIn(`taxpayer ${ssn} filed`)).toEqual([ssn]);
  });

  it('finds other groupings where the text says what they are', () => {
    expect(ssnsIn('SSN: 123456789')).toEqual(['123456789']);
    expect(ssnsIn('social security number is 123-456789')).toEqual(['123-456789']);
  });

  it.each([
    '000-12-3456',
    '666-12-3456',
    '912-34-5678',
    '123-00-4567',
    '123-45-0000',
    '123456789',
    'a123-45-6789',
    '1-123-45-6789',
  ])('finds none in %s, which is never issued or part of something else', (text) => {
    expect(ssnsIn(text)).toEqual([]);
  });
});
