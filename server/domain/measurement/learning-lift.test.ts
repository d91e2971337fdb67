import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOfRuns } from '../../testing/samples/measured-lift.ts';
import { mean, variance } from './beta.ts';
import { episodesToDetect, learningLift, liftSide, sessionPosterior } from './learning-lift.ts';
import { addSessions, NO_SESSIONS, sessionSums } from './session-sums.ts';

const NONE = { weight: 0, reward: 0 };
const evidence = fc
  .tuple(fc.integer({ min: 0, max: 3000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([weight, share]) => ({ weight, reward: weight * share }));

describe('the learning lift', () => {
  it('is made of numbers and not significant without any evidence', () => {
    const lift = learningLift(groupsOfRuns(NONE, NONE));
    expect(lift).toMatchObject({ treatedSuccess: 0.5, holdoutSuccess: 0.5, lift: 0, significant: false });
    expect(lift.treatedN + lift.holdoutN).toBe(0);
    expect(lift.lift90ci[0]).toBeCloseTo(-(1 - Math.sqrt(0.1)), 9);
    expect(lift.liftAlwaysValid).toEqual([-1, 1]);
    expect(lift.episodesToDetect).toBeNull();
  });

  it('is never significant while one side has no evidence, however strong the other', () => {
    const lift = learningLift(groupsOfRuns({ weight: 4000, reward: 4000 }, NONE));
    expect(lift.significant).toBe(false);
    expect(lift.episodesToDetect).toBeNull();
  });

  it('takes posterior means under a uniform prior and the exact interval of their difference', () => {
    const lift = learningLift(groupsOfRuns({ weight: 103, reward: 74 }, { weight: 98, reward: 59 }));
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
        const lift = learningLift(groupsOfRuns(treated, holdout));
        const [low, high] = lift.lift90ci;
        const excludesZero = low > 0 || high < 0;
        expect(lift.significant).toBe(excludesZero && treated.weight > 0 && holdout.weight > 0);
        expect(lift.lift).toBeGreaterThan(low);
        expect(lift.lift).toBeLessThan(high);
        // Up to rounding, where there is next to no evidence.
        expect(lift.lift).toBeGreaterThanOrEqual(lift.liftAlwaysValid[0] - 1e-12);
        expect(lift.lift).toBeLessThanOrEqual(lift.liftAlwaysValid[1] + 1e-12);
      }),
    );
  });
});

describe('the episodes still needed to detect a lift', () => {
  it('are those of the textbook sample size for two proportions, less what is there', () => {
    // 0.7 against 0.6 at equal shares: (1.6449 + 0.8416)² · (0.21 + 0.24) / 0.1² = 278.2 a side; the
    // posterior means of 68 in 98 and 58 in 98 are 0.69 and 0.59, which need (0.2139 + 0.2419) / 0.01 ·
    // 6.1826 = 281.8 a side.
    const further = episodesToDetect(groupsOfRuns({ weight: 98, reward: 68 }, { weight: 98, reward: 58 }));
    expect(further).toBe(Math.ceil(2 * 281.8) - 196);
  });
});

/** Sums over sessions with these means. */
const ofMeans = (means: readonly number[]) =>
  means.map((reward) => sessionSums({ weight: 1, reward })).reduce(addSessions, NO_SESSIONS);

describe('the session as the unit', () => {
  it('is the usual posterior where each session is one whole reward', () => {
    const { a, b } = sessionPosterior(ofMeans([1, 1, 1, 0, 1, 0]));
    expect([a, b]).toEqual([expect.closeTo(5, 9), expect.closeTo(3, 9)]);
    expect(sessionPosterior(NO_SESSIONS)).toEqual({ a: 1, b: 1 });
  });

  it('counts a session once, however many runs it has', () => {
    const runs = (each: number) => ({
      treated: { weight: 40 * each, reward: 28 * each },
      holdout: { weight: 20 * each, reward: 11 * each },
      sessions: {
        treated: ofMeans(Array.from({ length: 40 }, (_, i) => Number(i < 28))),
        holdout: ofMeans(Array.from({ length: 20 }, (_, i) => Number(i < 11))),
      },
    });
    const [one, ten] = [learningLift(runs(1)), learningLift(runs(10))];
    expect(ten).toMatchObject({ treatedN: 400, holdoutN: 200, lift90ci: one.lift90ci, lift: one.lift });
    // As many sessions are missing, of ten runs each.
    expect(ten.episodesToDetect).toBeGreaterThan(9 * (one.episodesToDetect ?? 0));
    // As 600 runs by themselves they would be called significant.
    expect(one.significant).toBe(false);
    expect(learningLift(groupsOfRuns(runs(10).treated, runs(10).holdout)).significant).toBe(true);
  });

  it('may be read from five sessions in each group on, however many runs these have', () => {
    const few = ofMeans([1, 1, 1, 1]);
    const many = ofMeans([1, 1, 1, 1, 1]);
    const runs = { treated: { weight: 90, reward: 90 }, holdout: { weight: 90, reward: 90 } };
    expect(learningLift({ ...runs, sessions: { treated: many, holdout: few } }).enough).toBe(false);
    expect(learningLift({ ...runs, sessions: { treated: many, holdout: many } }).enough).toBe(true);
  });

  it('keeps mean and variance of the sessions, and never claims more than their spread allows', () => {
    const means = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(means, (some) => {
        const posterior = sessionPosterior(ofMeans(some));
        const all = [...some, 0, 1];
        const rate = all.reduce((sum, one) => sum + one, 0) / all.length;
        const spread = all.reduce((sum, one) => sum + (one - rate) ** 2, 0) / all.length;
        expect(mean(posterior)).toBeCloseTo(rate, 9);
        expect(variance(posterior)).toBeLessThanOrEqual(spread / all.length + 1e-12);
        expect(variance(posterior)).toBeGreaterThan(spread / all.length / 2);
      }),
    );
  });

  it('says which side of zero it is on only where the interval for any time does', () => {
    const unclear = learningLift(groupsOfRuns({ weight: 103, reward: 74 }, { weight: 98, reward: 59 }));
    expect(unclear.significant).toBe(true);
    expect(liftSide(unclear)).toBe(0);
    const clear = learningLift(groupsOfRuns({ weight: 400, reward: 320 }, { weight: 200, reward: 80 }));
    expect(liftSide(clear)).toBe(1);
    expect(liftSide({ ...clear, enough: false })).toBe(0);
    const hurts = learningLift(groupsOfRuns({ weight: 400, reward: 80 }, { weight: 200, reward: 120 }));
    expect(liftSide(hurts)).toBe(-1);
  });
});
