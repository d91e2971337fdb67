import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const SIZE = 100_000;

function numbers(seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: SIZE }, random);
}

const FIRST = numbers(1);

describe('repeatable chance', () => {
  it('repeats itself for a seed and differs between seeds, near and far', () => {
    expect(numbers(1)).toEqual(numbers(1));
    for (const other of [2, 2 ** 32 + 1, 0]) {
      const pairs = numbers(other).filter((x, i) => Math.abs(x - (FIRST[i] ?? 0)) < 0.01);
      // Two independent uniform numbers are that close with probability 0.0199.
      expect(pairs.length / SIZE).toBeCloseTo(0.0199, 2);
    }
  });

  it('is uniform, and each number tells nothing of the next', () => {
    const cells = new Float64Array(100);
    for (const [i, x] of FIRST.entries()) {
      expect(x >= 0 && x < 1).toBe(true);
      const cell = Math.floor(x * 10) * 10 + Math.floor((FIRST[(i + 1) % SIZE] ?? 0) * 10);
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - SIZE / 100) ** 2 / (SIZE / 100), 0);
    // The 99.9 % quantile with 99 degrees of freedom.
    expect(chiSquare).toBeLessThan(148.2);
  });
});
