import { describe, expect, it } from 'vitest';
import { groupsOfRuns } from '../../testing/samples/measured-lift.ts';
import { liftOutlook } from './lift-outlook.ts';
import { daysUntil, findableInAWeek, neededForDifference, normalShare } from './when-known.ts';

const TRAFFIC = { evidence: 140, reward: 70, days: 14 };

describe('the days until so much evidence has come', () => {
  it('follow the traffic, with a range around them', () => {
    const needed = { low: 50, middle: 100, high: 400 };
    const { days, soonest, latest } = daysUntil(needed, TRAFFIC) ?? { days: 0, soonest: 0, latest: 0 };
    expect(days).toBe(10);
    expect([soonest < 5, soonest > 4, latest > 40, latest < 45]).toEqual([true, true, true, true]);
    expect(daysUntil(needed, { ...TRAFFIC, evidence: 280 })?.days).toBe(5);
    expect(daysUntil(needed, { ...TRAFFIC, evidence: 0 })).toBeNull();
  });

  it('are less certain the less traffic was seen', () => {
    const needed = { low: 100, middle: 100, high: 100 };
    const spread = (evidence: number) => {
      const estimate = daysUntil(needed, { evidence, reward: 0, days: evidence / 10 });
      return estimate === null ? 0 : estimate.latest / estimate.soonest;
    };
    expect(spread(5)).toBeGreaterThan(2 * spread(5000));
    expect(spread(5000)).toBeGreaterThan(1.2);
  });
});

describe('what a week of traffic can find', () => {
  it('is the detectable difference of two proportions', () => {
    // 35 runs of either side at about one half: 2.486 · √(0.25 · 2/35).
    expect(findableInAWeek(TRAFFIC, [0.5, 0.5])).toBeCloseTo(0.297, 2);
    expect(findableInAWeek({ ...TRAFFIC, evidence: 14_000, reward: 7000 }, [0.5, 0.5])).toBeCloseTo(
      0.0297,
      3,
    );
    expect(findableInAWeek({ ...TRAFFIC, evidence: 2 }, [0.5, 0.5])).toBeNull();
  });

  it('is less where one side gets little', () => {
    const even = findableInAWeek(TRAFFIC, [0.5, 0.5]) ?? 1;
    expect(findableInAWeek(TRAFFIC, [0.9, 0.1])).toBeGreaterThan(1.5 * even);
  });
});

describe('the evidence that a difference takes', () => {
  it('is that at which its error is small beside it', () => {
    const { low, middle, high } = neededForDifference(100, { difference: 0.2, error: 0.08, reach: 1.645 });
    expect(middle).toBeCloseTo(100 * ((2.486 * 0.08) / 0.2) ** 2 - 100 + 1, -1);
    expect(low).toBeLessThanOrEqual(middle);
    expect(high).toBeGreaterThan(2 * middle);
  });

  it('has the distribution function of the normal distribution', () => {
    expect(normalShare(0)).toBeCloseTo(0.5, 6);
    expect(normalShare(1.6448536)).toBeCloseTo(0.95, 6);
    expect(normalShare(-1.2815516)).toBeCloseTo(0.1, 6);
  });
});

describe('when the holdout tells', () => {
  const groups = (treated: number, holdout: number, rate = 0.5) =>
    groupsOfRuns({ weight: treated, reward: treated * rate }, { weight: holdout, reward: holdout * 0.5 });

  it('is when both groups have enough, then when the lift is clear, then no more', () => {
    expect(liftOutlook(groups(20, 2), groups(20, 2), 10)?.estimate?.days).toBeCloseTo(15, 6);
    const unclear = liftOutlook(groups(200, 40, 0.55), groups(100, 20), 10);
    expect(unclear?.estimate?.days).toBeGreaterThan(20);
    expect(liftOutlook(groups(900, 200, 0.9), groups(100, 20), 10)?.estimate).toBeNull();
    expect(liftOutlook(groups(200, 40), groups(0, 0), 10)).toBeNull();
    expect(liftOutlook(groups(200, 0), groups(100, 0), 10)).toEqual({ estimate: null, findable: null });
  });
});
