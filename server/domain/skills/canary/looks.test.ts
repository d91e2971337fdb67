import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksPlanned, looksReached, nextLook } from './looks.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };

const at = (incumbent: number, candidate: number) => ({
  incumbent: { weight: incumbent, reward: 0 },
  candidate: { weight: candidate, reward: 0 },
});

describe('planned looks', () => {
  it('start at the minimum of the smaller arm, grow by half, and end at the maximum', () => {
    const looks = Array.from({ length: looksPlanned(BOUNDS) }, (_, done) => nextLook(BOUNDS, done));
    expect(looks).toEqual([20, 30, 45, 68, 102, 152, 228, 300]);
    expect(nextLook(BOUNDS, 8)).toBeNull();
  });

  it('are reached by the smaller arm, and the last one by the candidate', () => {
    expect(looksReached(at(19.5, 250), BOUNDS)).toBe(0);
    expect(looksReached(at(20, 250), BOUNDS)).toBe(1);
    expect(looksReached(at(250, 44.9), BOUNDS)).toBe(2);
    expect(looksReached(at(900, 299), BOUNDS)).toBe(7);
    expect(looksReached(at(25, 300), BOUNDS)).toBe(8);
    expect(looksReached(at(19, 300), BOUNDS)).toBe(0);
  });

  it('are one where the minimum is the maximum', () => {
    const narrow = { ...BOUNDS, maxSamples: 20 };
    expect(looksPlanned(narrow)).toBe(1);
    expect(nextLook(narrow, 0)).toBe(20);
    expect(looksReached(at(20, 20), narrow)).toBe(1);
  });

  it('come one after the other as evidence grows, at exactly the evidence that was announced', () => {
    const bounds = fc
      .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 5000 }))
      .map(([minSamples, more]) => ({ threshold: 0.95, minSamples, maxSamples: minSamples + more }));
    fc.assert(
      fc.property(bounds, (own) => {
        for (let done = 0; done < looksPlanned(own); done++) {
          const next = nextLook(own, done) ?? 0;
          expect(looksReached(at(next, next), own)).toBe(done + 1);
          expect(looksReached(at(next - 0.5, next - 0.5), own)).toBe(done);
        }
      }),
    );
  });
});
