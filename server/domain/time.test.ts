import { expect, it } from 'vitest';
import { weekOf } from './time.ts';

it('names a week by its Monday in UTC', () => {
  expect(weekOf(new Date('2026-03-02T00:00:00Z'))).toBe('2026-03-02');
  expect(weekOf(new Date('2026-03-08T23:59:59.999Z'))).toBe('2026-03-02');
  expect(weekOf(new Date('2026-03-09T00:00:00Z'))).toBe('2026-03-09');
  expect(weekOf(new Date('1970-01-01T00:00:00Z'))).toBe('1969-12-29');
});
