import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawUnit } from './draw-unit.ts';

const COUNT = 100_000;

/** Pearson's statistic of counts that should all be equal. */
function chiSquare(counts: number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('a repeatable draw', () => {
  it('is uniform over session names that differ in little', () => {
    const bins = new Array<number>(100).fill(0);
    for (let i = 0; i < COUNT; i++) {
      const bin = Math.floor(drawUnit('holdout', 'acme', 'default', `session-${i}`) * 100);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    // 99 degrees of freedom: the 0.9999 quantile of chi-square is 161.
    expect(chiSquare(bins, COUNT / 100)).toBeLessThan(161);
  });

  it('shares nothing with the same names under another label', () => {
    const cells = new Array<number>(100).fill(0);
    for (let i = 0; i < COUNT; i++) {
      const first = Math.floor(drawUnit('holdout', 'acme', `s${i}`) * 10);
      const second = Math.floor(drawUnit('arm', 'acme', `s${i}`) * 10);
      cells[first * 10 + second] = (cells[first * 10 + second] ?? 0) + 1;
    }
    expect(chiSquare(cells, COUNT / 100)).toBeLessThan(161);
  });

  it('uses its low bits too', () => {
    const bins = new Array<number>(64).fill(0);
    for (let i = 0; i < COUNT; i++) {
      const bin = (drawUnit('holdout', `${i}`) * 2 ** 53) % 64;
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    // 63 degrees of freedom: the 0.9999 quantile of chi-square is 114.
    expect(chiSquare(bins, COUNT / 64)).toBeLessThan(114);
  });

  it('lies in [0, 1) and is the same every time', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ unit: 'binary' })), (label, parts) => {
        const draw = drawUnit(label, ...parts);
        expect(draw).toBeGreaterThanOrEqual(0);
        expect(draw).toBeLessThan(1);
        expect(drawUnit(label, ...parts)).toBe(draw);
      }),
    );
  });

  it('tells the same letters in other fields apart', () => {
    const draws = [
      drawUnit('x', 'a', 'bc'),
      drawUnit('x', 'ab', 'c'),
      drawUnit('x', 'abc', ''),
      drawUnit('xa', 'bc'),
      drawUnit('x', '1:a', 'bc'),
    ];
    expect(new Set(draws).size).toBe(draws.length);
  });

  it('never changes between releases, or sessions would change sides', () => {
    expect(drawUnit('holdout', 'acme', 'default', 'session-1')).toBe(0.3170904727238223);
  });
});
