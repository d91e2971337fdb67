import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aroundZero,
  evidenceText,
  place,
  pointsText,
  probabilityText,
  shareText,
} from './evidence-number.ts';

it('writes differences with their sign, and no sign on what rounds to zero', () => {
  expect([0.074, -0.0123, 0.0001, -0.0001, 0].map(pointsText)).toEqual(['+7.4', '−1.2', '0.0', '0.0', '0.0']);
});

it('never shows a probability as certain', () => {
  const places = [0, 0.0049, 0.0051, 0.914, 0.9949, 0.9951, 1];
  expect(places.map((place) => probabilityText(place))).toEqual([
    ...['<0.01', '<0.01', '0.01', '0.91', '0.99', '>0.99', '>0.99'],
  ]);
  expect([0.0004, 0.9951, 0.9996].map((place) => probabilityText(place, 3))).toEqual([
    ...['<0.001', '0.995', '>0.999'],
  ]);
});

it('writes fractional evidence with one digit, and shares as percent', () => {
  expect([20, 10.499999].map(evidenceText)).toEqual(['20', '10.5']);
  expect(shareText(0.714)).toBe('71 %');
});

describe('scales', () => {
  it('keep every value within the drawing, in order', () => {
    const value = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [left, right] = [place(low, [0, 1], 200), place(high, [0, 1], 200)];
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(200);
        expect(left).toBeLessThanOrEqual(right);
      }),
    );
  });

  it('put zero in the middle and hold all values', () => {
    expect(aroundZero([0.074, -0.012])).toEqual([-0.1, 0.1]);
    expect(aroundZero([0.31, -0.012])).toEqual([-0.4, 0.4]);
    expect(place(0, aroundZero([0.31]), 100)).toBe(50);
  });
});
