import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodesToDetect, learningLift } from './learning-lift.ts';

const NONE = { weight: 0, reward: 0 };
const evidence = fc
  .tuple(fc.double({ min: 0, max: 3000, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));

describe('the learning lift', () => {
  it('is made of numbers and not significant without any evidence', () => {
    const lift = learningLift(NONE, NONE);
    expect(lift).toMatchObject({ treatedSuccess: 0.5, holdoutSuccess: 0.5, lift: 0, significant: false });
    expect(lift.treatedN + lift.holdoutN).toBe(0);
    expect(lift.lift90ci[0]).toBeCloseTo(-(1 - Math.sqrt(0.1)), 9);
    expect(lift.liftAlwaysValid).toEqual([-1, 1]);
    expect(lift.episodesToDetect).toBeNull();
  });

  it('is never significant while one side has no evidence, however strong the other', () => {
    const lift = learningLift({ weight: 4000, reward: 4000 }, NONE);
    expect(lift.significant).toBe(false);
    expect(lift.episodesToDetect).toBeNull();
  });

  it('may be read from 5 of evidence in each group on', () => {
    const at = (treated: number, holdout: number) =>
      learningLift({ weight: treated, reward: treated }, { weight: holdout, reward: 0 }).enough;
    expect([at(0, 0), at(19, 0), at(19, 4.9), at(4.9, 19)]).toEqual([false, false, false, false]);
    expect([at(5, 5), at(400, 5)]).toEqual([true, true]);
  });

  it('takes posterior means under a uniform prior and the exact interval of their difference', () => {
    const lift = learningLift({ weight: 103, reward: 74 }, { weight: 98, reward: 59 });
    expect(lift.treatedSuccess).toBeCloseTo(75 / 105, 12);
    expect(lift.holdoutSuccess).toBeCloseTo(0.6, 12);
    expect(lift.lift).toBeCloseTo(75 / 105 - 0.6, 12);
    expect(lift.lift90ci[0]).toBeCloseTo(0.00598586735283, 9);
    expect(lift.lift90ci[1]).toBeCloseTo(0.221789686368, 9);
    expect(lift.significant).toBe(true);
    expect(lift.episodesToDetect).toBe(0);
  });

  it('is significant exactly when the 90 % interval excludes zero, and its intervals hold the lift', () => {
    fc.assert(
      fc.property(evidence, evidence, (treated, holdout) => {
        const lift = learningLift(treated, holdout);
        const [low, high] = lift.lift90ci;
        const excludesZero = low > 0 || high < 0;
        expect(lift.significant).toBe(excludesZero && treated.weight > 0 && holdout.weight > 0);
        expect(lift.lift).toBeGreaterThan(low);
        expect(lift.lift).toBeLessThan(high);
        expect(lift.lift).toBeGreaterThanOrEqual(lift.liftAlwaysValid[0]);
        expect(lift.lift).toBeLessThanOrEqual(lift.liftAlwaysValid[1]);
      }),
    );
  });
});

describe('the episodes still needed to detect a lift', () => {
  it('are those of the textbook sample size for two proportions, less what is there', () => {
    // 0.7 against 0.6 at equal shares: (1.6449 + 0.8416)² · (0.21 + 0.24) / 0.1² = 278.2 a side; the
    // posterior means of 68 in 98 and 58 in 98 are 0.69 and 0.59, which need (0.2139 + 0.2419) / 0.01 ·
    // 6.1826 = 281.8 a side.
    const further = episodesToDetect({ weight: 98, reward: 68 }, { weight: 98, reward: 58 });
    expect(further).toBe(Math.ceil(2 * 281.8) - 196);
  });

  it('grow as the holdout becomes a smaller share', () => {
    const even = episodesToDetect({ weight: 50, reward: 35 }, { weight: 50, reward: 32 });
    const uneven = episodesToDetect({ weight: 950, reward: 665 }, { weight: 50, reward: 32 });
    expect(even).not.toBeNull();
    expect(uneven ?? 0).toBeGreaterThan(even ?? 0);
  });

  it('are unknown without a lift', () => {
    expect(episodesToDetect({ weight: 50, reward: 25 }, { weight: 50, reward: 25 })).toBeNull();
  });

  it('once recorded at the same rates, make the lift significant', () => {
    const treated = { weight: 190, reward: 142.5 };
    const holdout = { weight: 40, reward: 26 };
    const further = episodesToDetect(treated, holdout) ?? 0;
    expect(learningLift(treated, holdout).significant).toBe(false);
    const factor = (230 + further) / 230;
    const grown = (sums: { weight: number; reward: number }) => ({
      weight: sums.weight * factor,
      reward: sums.reward * factor,
    });
    expect(learningLift(grown(treated), grown(holdout)).significant).toBe(true);
  });
});
