import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { asymptoticDeviation, boundedDeviation } from './martingale-bound.ts';

const RUNS = 400;
const TERMS = 1000;

/** The share of runs in which a sum of terms with mean 0 was ever above the bound. */
function crossings(term: (draw: number) => number, bound: (squares: number, count: number) => number) {
  const random = seededRandom(4);
  let crossed = 0;
  for (let run = 0; run < RUNS; run++) {
    let [sum, squares, isAbove] = [0, 0, false];
    for (let count = 1; count <= TERMS && !isAbove; count++) {
      const one = term(random());
      sum += one;
      squares += one * one;
      if (count % 10 === 0) isAbove = sum > bound(squares, count);
    }
    crossed += Number(isAbove);
  }
  return crossed / RUNS;
}

/** Rarely far below, mostly a little above: what held-back sessions look like. */
const skewed = (draw: number) => (draw < 0.1 ? -0.9 : 0.1);

describe('the bound for terms above -most', () => {
  it.each([
    ['skewed to below', skewed, 0.9],
    ['skewed to above', (draw: number) => -skewed(draw), 0.1],
    ['even', (draw: number) => (draw < 0.5 ? -0.75 : 0.75), 0.75],
  ])('is crossed at most as often as it says by terms that are %s', (_, term, most) => {
    expect(crossings(term, (squares) => boundedDeviation(squares, { most, error: 0.05 }))).toBeLessThan(0.05);
  });

  it('is crossed by terms that have another mean', () => {
    const shifted = (draw: number) => skewed(draw) + 0.1;
    expect(
      crossings(shifted, (squares) => boundedDeviation(squares, { most: 0.9, error: 0.05 })),
    ).toBeGreaterThan(0.9);
  });
});

describe('the bound for many terms', () => {
  it('is crossed at most as often as it says', () => {
    const normal = (draw: number) => Math.tan((draw - 0.5) * 2.4);
    const either = (squares: number, count: number) => asymptoticDeviation(squares, count, 0.1);
    const above = crossings(normal, either);
    const below = crossings((draw) => -normal(draw), either);
    expect(above + below).toBeLessThan(0.1);
  });
});
