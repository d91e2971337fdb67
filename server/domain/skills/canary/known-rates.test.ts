import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_RATE, knownRates, ratesBetween } from './known-rates.ts';

describe('the rates that a boundary has to hold for', () => {
  it('are all where nothing is known', () => {
    expect(knownRates({ weight: 0, reward: 0 })).toEqual(ANY_RATE);
    expect(ANY_RATE).toEqual([0.05, 0.95]);
  });

  it('are those around the known one, with ten points of room either way', () => {
    expect(knownRates({ weight: 1_000_000, reward: 600_000 })).toEqual([0.45, 0.75]);
    const [low, high] = knownRates({ weight: 100, reward: 60 });
    expect(low).toBeLessThanOrEqual(0.38);
    expect(low).toBeGreaterThanOrEqual(0.3);
    expect(high).toBeGreaterThanOrEqual(0.81);
    expect(high).toBeLessThanOrEqual(0.85);
  });

  it('lie within the range and hold the known rate, whatever the evidence', () => {
    const weight = fc.double({ min: 0, max: 1e5, noNaN: true });
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(weight, share, (n, rate) => {
        const [low, high] = knownRates({ weight: n, reward: n * rate });
        expect(low).toBeGreaterThanOrEqual(0.05);
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
        expect(high).toBeLessThanOrEqual(0.95);
      }),
    );
  });

  it('are tried at every twentieth, ends included', () => {
    expect(ratesBetween([0.45, 0.6])).toEqual([0.45, 0.5, 0.55, 0.6]);
    expect(ratesBetween(ANY_RATE)).toHaveLength(19);
  });
});
