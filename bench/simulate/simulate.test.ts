import { describe, expect, it } from 'vitest';
import { calibrateBoundary, seededRandom } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { type Boundaries, calibrations } from './canary-run.ts';
import { binomialInterval, CELLS, simulate, type Tally } from './cells.ts';

const FLOOR = 0.1;
const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const BOUNDARIES = calibrations({ floor: FLOOR, bounds: BOUNDS, seed: 1, runs: 4000 }).map(calibrateBoundary);
const HISTORY = 200;
const RUNS = 1000;

function simulated(name: string, boundaries: Boundaries) {
  const cell = CELLS.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`there is no cell ${name}`);
  const { posterior, unknown, known } = simulate(
    cell,
    { floor: FLOOR, bounds: BOUNDS, boundaries, history: HISTORY, random: seededRandom(2) },
    RUNS,
  );
  const share = ({ promoted }: Tally) => promoted / RUNS;
  return { posterior, unknown, known, shares: [share(unknown), share(known)], other: share(posterior) };
}

const outcomes = new Map<string, ReturnType<typeof simulated>>();

/** Of a cell with the calibrated boundary, simulated once. */
function outcome(name: string) {
  const found = outcomes.get(name) ?? simulated(name, BOUNDARIES);
  outcomes.set(name, found);
  return found;
}

/**
 * The share of false promotions comes close to what is allowed in the worst cells, so that a small run may
 * come out above it.
 */
const HIGHEST_SHARE = 0.07;

describe('the canary rules on simulated traffic', () => {
  it.each(CELLS.filter(({ equal }) => equal).map(({ name }) => name))(
    '%s: the calibrated rule keeps its bound on promoted candidates that are no better',
    (name) => {
      const { shares, unknown, known, other } = outcome(name);
      for (const tally of [unknown, known]) expect(binomialInterval(tally)[0]).toBeLessThan(0.05);
      for (const share of shares) {
        expect(share).toBeLessThanOrEqual(HIGHEST_SHARE);
        expect(other).toBeGreaterThan(3 * share);
      }
    },
  );

  it.each([0.5, 0.7, 0.9])(
    'promote with the posterior rule about a quarter of them, and more where sessions are sticky: %j',
    (rate) => {
      const [low, high] = binomialInterval(outcome(`equal at ${rate}`).posterior);
      expect(low).toBeLessThan(0.24);
      expect(high).toBeGreaterThan(0.21);
      expect(outcome(`equal at ${rate}, sticky`).other).toBeGreaterThan(0.35);
    },
  );

  it.each([0.5, 0.7])(
    'find most candidates that are better by 20 points, and need more episodes to do so by the calibrated rule: %j',
    (base) => {
      const { other, posterior, unknown, known } = outcome(`+20 points on ${base}`);
      expect(known.promoted / RUNS).toBeGreaterThan(0.6);
      expect(other).toBeGreaterThan(0.95);
      expect(known.episodes).toBeGreaterThan(posterior.episodes);
      // Of a skill with a history less has to be feared.
      expect(known.promoted).toBeGreaterThan(unknown.promoted + 100);
    },
  );

  it('would be seen to break the bound with boundaries that are too low', () => {
    const low = simulated(
      'equal at 0.5',
      BOUNDARIES.map(() => 1),
    );
    expect(Math.min(...low.shares)).toBeGreaterThan(0.1);
  });

  it('give the same figures for the same seed', () => {
    expect(simulated('equal at 0.9, sticky', BOUNDARIES)).toEqual(outcome('equal at 0.9, sticky'));
  });
});
