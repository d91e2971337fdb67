import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArmEvidence, candidateBetter } from './arm.ts';
import { type CanaryBounds, knownRates, posteriorVerdict } from './verdict.ts';

const BOUNDS: CanaryBounds = { threshold: 0.95, minSamples: 20, maxSamples: 300 };

const of = (incumbent: [number, number], candidate: [number, number]): ArmEvidence => ({
  incumbent: { weight: incumbent[0], reward: incumbent[1] },
  candidate: { weight: candidate[0], reward: candidate[1] },
});

describe('the posterior rule', () => {
  it('promotes when both arms have enough evidence and P reaches the threshold', () => {
    expect(posteriorVerdict(of([20, 8], [20, 17]), BOUNDS)).toMatchObject({ decision: 'promote' });
    expect(posteriorVerdict(of([20, 8], [20, 17]), BOUNDS, 0.95)).toMatchObject({ decision: 'promote' });
    expect(posteriorVerdict(of([20, 8], [20, 17]), BOUNDS, 0.9499)).toEqual({ decision: 'continue' });
  });

  it('rejects when both arms have enough evidence and P falls to its complement', () => {
    expect(posteriorVerdict(of([20, 17], [20, 8]), BOUNDS)).toMatchObject({ decision: 'reject' });
    expect(posteriorVerdict(of([20, 17], [20, 8]), BOUNDS, 0.05)).toMatchObject({ decision: 'reject' });
    expect(posteriorVerdict(of([20, 17], [20, 8]), BOUNDS, 0.0501)).toEqual({ decision: 'continue' });
  });

  it('counts a probability that is the threshold exactly, however it is rounded', () => {
    const few = { threshold: 0.8, minSamples: 2, maxSamples: 100 };
    const fifths: [[number, number], [number, number]][] = [
      [
        [2, 1],
        [2, 2],
      ],
      [
        [6, 5],
        [7, 7],
      ],
      [
        [11, 0],
        [2, 0],
      ],
    ];
    for (const [worse, better] of fifths) {
      expect(posteriorVerdict(of(worse, better), few)).toMatchObject({ decision: 'promote' });
      expect(posteriorVerdict(of(better, worse), few)).toMatchObject({ decision: 'reject' });
    }
    expect(posteriorVerdict(of([2, 0], [2, 2]), { ...few, threshold: 0.95 })).toMatchObject({
      decision: 'promote',
    });
    expect(posteriorVerdict(of([7, 7], [7, 5]), { ...few, threshold: 0.9 })).toMatchObject({
      decision: 'reject',
    });
  });

  it('is the table of the specification for all evidence', () => {
    const side = fc
      .tuple(fc.integer({ min: 0, max: 320 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([weight, share]): [number, number] => [weight, weight * share]);
    fc.assert(
      fc.property(side, side, (incumbent, candidate) => {
        const state = of(incumbent, candidate);
        const p = candidateBetter(state);
        const enough = incumbent[0] >= 20 && candidate[0] >= 20;
        const expected = () => {
          if (enough && p >= 0.95) return 'promote';
          if (enough && p <= 1 - 0.95) return 'reject';
          return candidate[0] >= 300 ? 'reject' : 'continue';
        };
        expect(posteriorVerdict(state, BOUNDS).decision).toBe(expected());
      }),
    );
  });

  it('never calls a probability certain in its reasons', () => {
    const won = posteriorVerdict(of([150, 0], [150, 150]), BOUNDS);
    const lost = posteriorVerdict(of([150, 150], [150, 0]), BOUNDS);
    expect(won).toMatchObject({
      decision: 'promote',
      reason: expect.stringMatching(/probability above 0\.999999$/),
    });
    expect(lost).toMatchObject({
      decision: 'reject',
      reason: expect.stringMatching(/below 0\.000001 only$/),
    });
  });
});

describe('the rates that a boundary has to hold for', () => {
  it('are those around the known one, with ten points of room either way', () => {
    expect(knownRates({ weight: 1_000_000, reward: 600_000 })).toEqual([0.45, 0.75]);
    const [low, high] = knownRates({ weight: 100, reward: 60 });
    expect(low).toBeLessThanOrEqual(0.38);
    expect(low).toBeGreaterThanOrEqual(0.3);
    expect(high).toBeGreaterThanOrEqual(0.81);
    expect(high).toBeLessThanOrEqual(0.85);
  });
});
