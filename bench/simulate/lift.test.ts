import { describe, expect, it } from 'vitest';
import { binomialInterval } from './cells.ts';
import { LIFT_CELLS, simulateLift } from './lift-cells.ts';

const SETUP = { libraries: 25, seed: 2, holdback: 0.2, runs: 1200 };
const cellOf = (name: string) => LIFT_CELLS.findIndex((cell) => cell.name === name);

describe('the worth of skills on simulated traffic', () => {
  it.each(LIFT_CELLS.map(({ name }) => name))(
    '%s: the intervals that may be read at any time hold',
    (name) => {
      const { estimates, missed, durationMissed } = simulateLift({ ...SETUP, cell: cellOf(name) });
      expect(missed / estimates).toBeLessThanOrEqual(0.1);
      expect(binomialInterval({ runs: estimates, promoted: durationMissed, episodes: 0 })[0]).toBeLessThan(
        0.1,
      );
    },
  );

  it('says of a skill that hurts in the presence of another that it hurts, and of an idle one hardly ever', () => {
    const hurting = cellOf('first two hurt together by 40, sticky');
    const { first } = simulateLift({ ...SETUP, cell: hurting, runs: 5000, libraries: 12 });
    expect(first.accused).toBeGreaterThanOrEqual(10);
    const idle = simulateLift({ ...SETUP, cell: cellOf('no effect at 0.5') });
    expect(idle.first.accused).toBeLessThanOrEqual(2);
  });

  it('gives the same figures for the same seed', () => {
    const task = { ...SETUP, cell: 0, libraries: 3 };
    expect(simulateLift(task)).toEqual(simulateLift(task));
  });
});
