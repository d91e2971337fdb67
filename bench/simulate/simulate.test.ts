import { describe, expect, it } from 'vitest';
import { calibrateBoundary } from '../../server/domain/canary/calibrate-boundary.ts';
import { seededRandom } from '../../server/domain/canary/seeded-random.ts';
import { CELLS } from './cells.ts';
import { binomialInterval, simulate } from './tally.ts';

const FLOOR = 0.1;
const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const BOUNDARY = calibrateBoundary({ floor: FLOOR, bounds: BOUNDS, seed: 1, runs: 4000 });
const RUNS = 1000;

function simulated(name: string, boundary: number) {
  const cell = CELLS.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`there is no cell ${name}`);
  const { posterior, calibrated } = simulate(
    cell,
    { floor: FLOOR, bounds: BOUNDS, boundary, random: seededRandom(2) },
    RUNS,
  );
  return { posterior, calibrated, share: calibrated.promoted / RUNS, other: posterior.promoted / RUNS };
}

const outcomes = new Map<string, ReturnType<typeof simulated>>();

/** Of a cell with the calibrated boundary, simulated once. */
function outcome(name: string) {
  const found = outcomes.get(name) ?? simulated(name, BOUNDARY);
  outcomes.set(name, found);
  return found;
}

/** At a fifth of successes the true share is what the boundary allows, so that a small run may come out above it. */
function highestShare(name: string): number {
  return name.startsWith('equal at 0.2') ? 0.07 : 0.055;
}

describe('the canary rules on simulated traffic', () => {
  it.each(CELLS.filter(({ equal }) => equal).map(({ name }) => name))(
    '%s: the calibrated rule keeps its bound on promoted candidates that are no better',
    (name) => {
      const { share, calibrated, other } = outcome(name);
      expect(binomialInterval(calibrated)[0]).toBeLessThan(0.05);
      expect(share).toBeLessThanOrEqual(highestShare(name));
      expect(other).toBeGreaterThan(3 * share);
    },
  );

  it('promote with the posterior rule about a quarter of them, and more where sessions are sticky', () => {
    for (const rate of [0.5, 0.7, 0.9]) {
      const [low, high] = binomialInterval(outcome(`equal at ${rate}`).posterior);
      expect(low).toBeLessThan(0.24);
      expect(high).toBeGreaterThan(0.21);
      expect(outcome(`equal at ${rate}, sticky`).other).toBeGreaterThan(0.35);
    }
  });

  it('find most candidates that are better by 20 points, and need more episodes to do so by the calibrated rule', () => {
    for (const base of [0.5, 0.7]) {
      const { share, other, posterior, calibrated } = outcome(`+20 points on ${base}`);
      expect(share).toBeGreaterThan(0.6);
      expect(other).toBeGreaterThan(0.95);
      expect(calibrated.episodes).toBeGreaterThan(posterior.episodes);
    }
  });

  it('would be seen to break the bound with a boundary that is too low', () => {
    expect(simulated('equal at 0.5', 1).share).toBeGreaterThan(0.1);
  });

  it('give the same figures for the same seed', () => {
    expect(simulated('equal at 0.9, sticky', BOUNDARY)).toEqual(outcome('equal at 0.9, sticky'));
  });
});
