import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../server/domain/time.ts';
import { earlierStop, fieldText, laterStop, momentAt, momentOfField, type Span, shareOf } from './moments.ts';

const SPAN: Span = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-11T00:00:00.000Z',
  bins: [2, 0, 0, 1, 0, 0, 0, 1, 0, 0],
};
const day = (number: number) => new Date(Date.parse(SPAN.from) + number * DAY_MS).toISOString();

describe('the slider over the past', () => {
  it('puts every moment where it finds it again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (step) => {
        expect(shareOf(SPAN, momentAt(SPAN, step / 1000))).toBeCloseTo(step / 1000, 6);
      }),
    );
  });

  it('ends in the present', () => {
    expect([momentAt(SPAN, 1), shareOf(SPAN, '')]).toEqual(['', 1]);
  });

  it('steps from change to change, there and back', () => {
    expect(earlierStop(SPAN, '')).toBe(day(4));
    expect(earlierStop(SPAN, day(4))).toBe(day(1));
    expect(earlierStop(SPAN, day(1))).toBeNull();
    expect(laterStop(SPAN, day(1))).toBe(day(4));
    expect(laterStop(SPAN, day(4))).toBe(day(8));
    expect(laterStop(SPAN, day(8))).toBe('');
    expect(laterStop(SPAN, '')).toBeNull();
  });

  it('writes a moment into a field and reads it back, in either zone', () => {
    const seconds = fc.integer({ min: 0, max: 2_000_000_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom('local' as const, 'utc' as const), (second, zone) => {
        const at = new Date(second * 1000).toISOString();
        expect(momentOfField(fieldText(at, zone), zone)).toBe(at);
      }),
    );
    expect(momentOfField('', 'utc')).toBeNull();
  });
});
