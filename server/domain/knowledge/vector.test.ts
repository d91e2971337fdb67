import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOfVector,
  compactVector,
  cosineOf,
  cosinesOf,
  unitVector,
  type Vector,
  vectorOfBytes,
  vectorsBytes,
} from './vector.ts';

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

const cosine = (one: Vector, other: Vector) => cosineOf(one, compactVector(other));

describe('the cosine of two vectors', () => {
  it('is that of the numbers they were made from', () => {
    expect(cosine(unit([1, 0, 0, 0, 0]), unit([1, 1, 0, 0, 0]))).toBeCloseTo(Math.SQRT1_2, 6);
    expect(cosine(unit([1, 2, 3, 4, 5, 6]), unit([-1, -2, -3, -4, -5, -6]))).toBeCloseTo(-1, 2);
    expect(cosine(unit([3, 0]), unit([0, 5]))).toBe(0);
  });

  it('does not exist between vectors of different sizes', () => {
    expect(cosine(unit([1, 0]), unit([1, 0, 0]))).toBeUndefined();
    const sets = [unit([1, 0]), unit([1, 0, 0])].map((vector) => new Map([['a', compactVector(vector)]]));
    expect([...cosinesOf(unit([1, 0]), sets)]).toEqual([['a', 1]]);
  });
});

describe('a vector as thousands are held', () => {
  it('moves a cosine by no more than the bound that is stated for it', () => {
    fc.assert(
      fc.property(numbers, numbers, (left, right) => {
        const size = Math.min(left.length, right.length);
        const [one, other] = [unitVector(left.slice(0, size)), unitVector(right.slice(0, size))];
        fc.pre(one !== null && other !== null);
        const exact = one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
        const bound = (Math.sqrt(size) * compactVector(other).scale) / 2;
        expect(Math.abs((cosine(one, other) ?? 2) - exact)).toBeLessThanOrEqual(bound + 1e-6);
      }),
    );
  });

  it('takes about a quarter of the memory', () => {
    const vector = unit(Array.from({ length: 1536 }, (_, at) => Math.sin(at)));
    expect(vectorsBytes(new Map([['a', compactVector(vector)]]))).toBeLessThan(0.31 * vector.byteLength);
  });
});
