import { expect, it } from 'vitest';
import { calibrateBoundary } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { calibrations } from './canary-run.ts';
import { AIMS, type LieTask, neededShare, reachedShare } from './lie-cells.ts';

const [FLOOR, BOUNDS] = [0.1, { threshold: 0.95, minSamples: 20, maxSamples: 300 }];
const BOUNDARIES = calibrations({ floor: FLOOR, bounds: BOUNDS, seed: 1, runs: 1000 }).map(calibrateBoundary);

const task = (aim: number, rule: LieTask['rule']): LieTask => ({
  ...{ aim, rule, canaries: 200, seed: 7 },
  ...{ floor: FLOOR, bounds: BOUNDS, boundaries: BOUNDARIES },
});

it('asks a liar for more sessions under the calibrated rule, and for more to promote what is worse', () => {
  const [equal, worse] = [0, 1].map((aim) => ({
    posterior: neededShare(task(aim, 'posterior')),
    calibrated: neededShare(task(aim, 'calibrated')),
  }));
  expect(equal?.posterior).toBeGreaterThan(1);
  expect(equal?.calibrated).toBeGreaterThan((equal?.posterior ?? 0) * 1.5);
  expect(worse?.posterior).toBeGreaterThan((equal?.posterior ?? 0) * 2);
});

it.each(AIMS.map(({ name }, aim) => ({ name, aim })))(
  'brings a liar further with more sessions: $name',
  ({ aim }) => {
    const [few, many] = [0, 0.5].map((share) => reachedShare(task(aim, 'posterior'), share));
    expect(many).toBeGreaterThan(0.95);
    expect(few).toBeLessThan(0.4);
  },
);
