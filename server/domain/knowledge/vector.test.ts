import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfVector, cosineOf, cosinesOf, unitVector, type Vector, vectorOfBytes } from './vector.ts';

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
  minLength: 1,
  maxLength: 40,
});

function unit(values: readonly number[]): Vector {
  const vector = unitVector(values);
  if (vector === null) throw new Error('a test vector has a direction');
  return vector;
}

describe('the vector of a text', () => {
  it('has length 1, whatever the size of its numbers', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        fc.pre(values.some((value) => value !== 0));
        expect(Math.hypot(...unit(values))).toBeCloseTo(1, 5);
      }),
    );
  });

  it.each([[[]], [[0, 0]], [[1, Number.NaN]], [[1, Number.POSITIVE_INFINITY]]])(
    'is none where the numbers have no direction: %o',
    (values) => {
      expect(unitVector(values)).toBeNull();
    },
  );

  it('reads back as it was stored', () => {
    fc.assert(
      fc.property(fc.float32Array({ minLength: 1, maxLength: 40 }), (vector) => {
        const stored = bytesOfVector(vector);
        expect(stored.byteLength).toBe(4 * vector.length);
        // A driver may hand out a part of a larger buffer, at any offset.
        const received = new Uint8Array(stored.length + 3);
        received.set(stored, 3);
        expect(vectorOfBytes(received.subarray(3))).toEqual(vector);
      }),
    );
    expect([...bytesOfVector(Float32Array.of(1))]).toEqual([0, 0, 0x80, 0x3f]);
  });
});

describe('the cosine of two vectors', () => {
  it('is that of the numbers they were made from', () => {
    expect(cosineOf(unit([1, 0, 0, 0, 0]), unit([1, 1, 0, 0, 0]))).toBeCloseTo(Math.SQRT1_2, 6);
    expect(cosineOf(unit([1, 2, 3, 4, 5, 6]), unit([-1, -2, -3, -4, -5, -6]))).toBeCloseTo(-1, 6);
    expect(cosineOf(unit([3, 0]), unit([0, 5]))).toBe(0);
  });

  it('does not exist between vectors of different sizes', () => {
    expect(cosineOf(unit([1, 0]), unit([1, 0, 0]))).toBeUndefined();
    const sets = [new Map([['a', unit([1, 0])]]), new Map([['b', unit([1, 0, 0])]])];
    expect([...cosinesOf(unit([1, 0]), sets)]).toEqual([['a', 1]]);
  });
});
