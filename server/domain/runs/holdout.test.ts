import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawUnit, inHoldout } from './holdout.ts';

const SESSIONS = 100_000;
const base = { tenant: 'acme', agentId: 'default', rate: 0.05, random: 0.999 };

describe('the holdout', () => {
  it.each([0.01, 0.05, 0.5])('takes a share of %d of the sessions', (rate) => {
    let held = 0;
    for (let i = 0; i < SESSIONS; i++)
      held += Number(inHoldout({ ...base, rate, sessionId: `conversation ${i}` }));
    // Four standard deviations of a binomial count.
    expect(Math.abs(held - SESSIONS * rate)).toBeLessThan(4 * Math.sqrt(SESSIONS * rate * (1 - rate)));
  });

  it('keeps a session on its side whatever the chance of the moment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.double({ min: 0, max: 0.999 }), (sessionId, random) => {
        expect(inHoldout({ ...base, sessionId, random })).toBe(inHoldout({ ...base, sessionId, random: 0 }));
      }),
    );
  });

  it('draws again for each agent and tenant that use the same session name', () => {
    const held = (tenant: string, agentId: string) =>
      Array.from({ length: 2000 }, (_, i) =>
        inHoldout({ ...base, tenant, agentId, rate: 0.5, sessionId: `${i}` }),
      );
    const here = held('acme', 'default');
    for (const there of [held('acme', 'other'), held('beta', 'default')]) {
      const same = here.filter((value, i) => value === there[i]).length;
      expect(Math.abs(same - 1000)).toBeLessThan(4 * Math.sqrt(500));
    }
  });

  it('draws each recall without a session by itself', () => {
    expect(inHoldout({ ...base, sessionId: null, random: 0.049 })).toBe(true);
    expect(inHoldout({ ...base, sessionId: null, random: 0.05 })).toBe(false);
    expect(inHoldout({ ...base, sessionId: '', random: 0.049 })).toBe(true);
  });
});

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
