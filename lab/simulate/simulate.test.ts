import { describe, expect, it } from 'vitest';
import { calibrateBoundary } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { ratesBetween } from '../../server/domain/skills/canary/verdict.ts';
import { type CanaryTask, simulateCanaries } from './canary-run.ts';
import { type LieTask, neededShare } from './lies.ts';
import { type LiftTask, simulateLifts } from './lift-run.ts';
import { BOUNDS, brokenByCanaries, brokenByLifts, FLOOR, shareInterval } from './report.ts';
import type { TrafficName } from './traffic.ts';

const BOUNDARY = Math.max(
  ...ratesBetween([0.1, 0.9])
    .filter((_, place) => place % 4 === 0)
    .map((rate) => calibrateBoundary({ floor: FLOOR, bounds: BOUNDS, rate, seed: 1, runs: 2000 })),
);

function simulated(changes: Partial<CanaryTask>) {
  const cell = {
    traffic: 'independent' as const,
    lift: 0,
    lies: 0,
    liesFor: 'candidate' as const,
    rule: 'calibrated' as const,
    ...changes,
  };
  const setup = { floor: FLOOR, bounds: BOUNDS, boundary: BOUNDARY, canaries: 200, seed: 2 };
  const tally = simulateCanaries({ ...setup, ...cell });
  const { all, promoted } = tally;
  return { tally, share: promoted.ended / all.ended, broken: brokenByCanaries(cell, cell.rule, tally) };
}

describe('canaries on simulated traffic', () => {
  const traffic: [TrafficName, number][] = [
    ['independent', 200],
    ['drift 0.5 to 0.9', 200],
    ['season', 200],
    ['failures 20 runs late', 200],
    ['failures 100 runs late', 200],
    ['clustered, 5 runs', 40],
  ];

  it.each(traffic)(
    '%s: the calibrated rule keeps its bound, and the interval holds at the end',
    (name, canaries) => {
      const { share, broken } = simulated({ traffic: name, canaries });
      expect(broken).toEqual([]);
      expect(share).toBeLessThanOrEqual(0.08);
    },
  );

  it('that are better by 10 points are found by the calibrated rule in at least 60 %, whatever ends them', () => {
    const { tally, share, broken } = simulated({ lift: 0.1 });
    expect(broken).toEqual([]);
    expect(share).toBeGreaterThan(0.6);
    const { ended, plain, shrunken, missed } = tally.promoted;
    // The plain estimate of those that won is far too high.
    expect(plain / ended).toBeGreaterThan(0.13);
    expect(Math.abs(shrunken / ended - 0.1)).toBeLessThan(0.025);
    expect(missed / ended).toBeLessThan(0.1);
  });

  it('are promoted by the posterior rule far more often than the threshold says, half of them where failures come late', () => {
    const [low, high] = shareInterval(simulated({ rule: 'posterior' }).tally.promoted.ended, 200);
    expect([low < 0.24, high > 0.19]).toEqual([true, true]);
    expect(simulated({ rule: 'posterior', traffic: 'failures 100 runs late' }).share).toBeGreaterThan(0.4);
  });

  it('have a posterior interval that misses at the end of half of them, and of all that win by chance', () => {
    const { all, promoted } = simulated({ rule: 'posterior' }).tally;
    expect(all.missedPosterior / all.ended).toBeGreaterThan(0.4);
    expect([promoted.missedPosterior, promoted.missed]).toEqual([promoted.ended, 0]);
  });

  it('would be seen to break the bound with a boundary that is too low', () => {
    expect(simulated({ boundary: 0.8 }).broken).toEqual([expect.stringMatching(/^promotes [\d.]+ % that/)]);
  });
});

describe('the lift on simulated traffic', () => {
  const lifts = (changes: Partial<LiftTask>) =>
    simulateLifts({
      ...{ traffic: 'independent', lift: 0, holdout: 0.2, sessions: 400, agents: 150, seed: 3 },
      ...changes,
    });

  it.each([
    ['independent', 150],
    ['clustered, 5 runs', 100],
    ['clustered, 10 runs', 60],
    ['season', 150],
    ['clustered, failures late', 60],
  ] as const)('%s: both intervals hold what they say', (traffic, agents) => {
    expect(brokenByLifts(lifts({ traffic, agents }))).toEqual([]);
  });

  it('is clear at any time where it is large', () => {
    const { clear, agents } = lifts({ traffic: 'clustered, 5 runs', lift: 0.25, agents: 40 });
    expect(clear / agents).toBeGreaterThan(0.8);
  });

  it('would be seen to miss where it is compared with another truth', () => {
    const { missed, ...rest } = lifts({ lift: 0.2, agents: 60 });
    expect(brokenByLifts({ ...rest, missed: rest.significant })).not.toEqual([]);
    expect(missed).toBeLessThan(15);
  });

  it('gives the same figures for the same seed', () => {
    expect(lifts({ agents: 5 })).toEqual(lifts({ agents: 5 }));
  });
});

describe('liars', () => {
  const task = (rule: 'posterior' | 'calibrated', lift: number): LieTask => ({
    ...{
      rule,
      lift,
      liesFor: 'candidate',
      floor: FLOOR,
      bounds: BOUNDS,
      boundary: BOUNDARY,
      canaries: 40,
      seed: 7,
    },
  });

  it.each(['posterior', 'calibrated'] as const)('need more sessions to promote what is worse: %s', (rule) => {
    const [equal, worse] = [neededShare(task(rule, 0)), neededShare(task(rule, -0.2))];
    expect(equal).toBeGreaterThan(1);
    expect(worse).toBeGreaterThan(equal * 1.5);
  });
});
