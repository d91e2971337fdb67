import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MemoryTimes, statusAt, viewMoment } from './timeline.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));

const TOLD: MemoryTimes = {
  createdAt: at(1),
  validFrom: at(1),
  activatedAt: at(1),
  invalidAt: null,
  closedAt: null,
};

describe('what was believed at a moment', () => {
  it('is a memory from when it is told until another closes it', () => {
    const replaced = { ...TOLD, invalidAt: at(5), closedAt: at(5) };
    expect([0, 1, 4, 5, 6].map((hour) => statusAt(replaced, at(hour)))).toEqual([
      null,
      'active',
      'active',
      'superseded',
      'superseded',
    ]);
  });

  it('is a held memory only from its release, however long it had been valid', () => {
    const released = { ...TOLD, activatedAt: at(3) };
    expect([0, 1, 2, 3].map((hour) => statusAt(released, at(hour)))).toEqual([
      null,
      'pending',
      'pending',
      'active',
    ]);
  });

  it('is still what we had not yet learned to be wrong', () => {
    const learnedLate = { ...TOLD, invalidAt: at(9), closedAt: at(12) };
    expect(statusAt(learnedLate, at(8))).toBe('active');
    expect(statusAt(learnedLate, at(10))).toBe('superseded');
  });

  it('never goes back from superseded to active', () => {
    const hour = fc.integer({ min: 0, max: 20 });
    const maybe = fc.option(hour);
    fc.assert(
      fc.property(hour, hour, maybe, maybe, maybe, (created, valid, activated, invalid, closed) => {
        const moment = (value: number | null) => (value === null ? null : at(value));
        const times: MemoryTimes = {
          createdAt: at(created),
          validFrom: at(valid),
          activatedAt: moment(activated),
          invalidAt: moment(invalid),
          closedAt: moment(closed),
        };
        const statuses = Array.from({ length: 22 }, (_, now) => statusAt(times, at(now)));
        const ended = statuses.indexOf('superseded');
        const after = ended < 0 ? [] : statuses.slice(ended);
        expect(after.every((status) => status === 'superseded')).toBe(true);
      }),
    );
  });
});

describe('the moment of a view', () => {
  it('is the one asked for, within what is known and can be stored', () => {
    const now = at(12);
    expect(viewMoment('2026-03-01T03:00:00.000+02:00', now)).toEqual(at(1));
    expect(viewMoment('2026-03-01T13:00:00Z', now)).toEqual(now);
    expect(viewMoment('9999-12-31T23:59:59-23:59', now)).toEqual(now);
    expect(viewMoment('0000-01-01T00:00:00+14:00', now)).toEqual(new Date(0));
  });
});
