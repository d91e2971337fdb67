import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aroundZero, place } from './scale.ts';

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
    expect(aroundZero([0.31, -0.012])).toEqual([-0.35, 0.35]);
    expect(place(0, aroundZero([0.31]), 100)).toBe(50);
  });
});
