/** Libraries whose truth is known, and how often the estimate of a skill's worth misses it. */
import { seededRandom } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { type LiftWorld, runLift, type Watched } from './lift-run.ts';

/** Three skills, two of which fit a run on average, in sessions of one run. */
const PLAIN = { skills: 3, fit: 0.7, length: 1, shared: 0 };
/** Sessions of five runs on average, whose outcomes hang together. */
const STICKY = { ...PLAIN, length: 5, shared: 0.55 };

const has = (served: ReadonlySet<number>, skill: number) => served.has(skill);

type LiftCell = { readonly name: string; readonly world: LiftWorld };

/** In the order of the table. */
export const LIFT_CELLS: readonly LiftCell[] = [
  { name: 'no effect at 0.5', world: { ...PLAIN, rate: () => 0.5 } },
  { name: 'no effect at 0.9', world: { ...PLAIN, rate: () => 0.9 } },
  { name: 'no effect at 0.7, sticky', world: { ...STICKY, rate: () => 0.7 } },
  {
    name: 'no effect, drift 0.9 to 0.5',
    world: { ...PLAIN, rate: (_, progress) => 0.9 - 0.4 * progress },
  },
  {
    name: 'no effect, drift 0.5 to 0.9, sticky',
    world: { ...STICKY, rate: (_, progress) => 0.5 + 0.4 * progress },
  },
  {
    name: 'first +30, second −20 points',
    world: {
      ...PLAIN,
      rate: (served) => 0.5 + (has(served, 0) ? 0.3 : 0) - (has(served, 1) ? 0.2 : 0),
    },
  },
  {
    name: 'first from −30 to +30 points',
    world: { ...PLAIN, rate: (served, progress) => 0.5 + (has(served, 0) ? 0.6 * progress - 0.3 : 0) },
  },
  {
    name: 'first two hurt together by 40, sticky',
    world: {
      ...STICKY,
      rate: (served) => 0.7 - (has(served, 0) && has(served, 1) ? 0.4 : 0) + (has(served, 2) ? 0.2 : 0),
    },
  },
];

/** Over many libraries and all their skills. */
export type LiftTally = {
  estimates: number;
  missed: number;
  durationMissed: number;
  missedAtEnd: number;
  /** Of the first skill: how often it was said to hurt, and half the interval's width at the end. */
  first: { libraries: number; accused: number; width: number; share: number };
};

export type LiftTask = {
  cell: number;
  libraries: number;
  seed: number;
  holdback: number;
  runs: number;
};

const LOOK_EVERY = 50;

/** Simulates libraries of a cell, each with traffic and draws of its own. */
export function simulateLift({ cell: index, libraries, seed, holdback, runs }: LiftTask): LiftTally {
  const cell = LIFT_CELLS[index];
  if (cell === undefined) throw new RangeError(`there is no cell ${index}`);
  const random = seededRandom(seed);
  const watched = Array.from({ length: libraries }, (_, library) =>
    runLift({
      ...{ world: cell.world, holdback, runs, lookEvery: LOOK_EVERY, random },
      name: `${seed} ${index} ${library}`,
    }),
  );
  const all = watched.flat();
  const first = watched.flatMap(([one]) => one ?? []);
  const count = (some: Watched[], is: (one: Watched) => boolean) => some.filter(is).length;
  const mean = (of: (one: Watched) => number) => first.reduce((sum, one) => sum + of(one), 0) / first.length;
  return {
    estimates: all.length,
    missed: count(all, ({ missed }) => missed),
    durationMissed: count(all, ({ durationMissed }) => durationMissed),
    missedAtEnd: count(all, ({ missedAtEnd }) => missedAtEnd),
    first: {
      libraries,
      accused: count(first, ({ accused }) => accused),
      width: mean(({ width }) => width / 2),
      share: mean(({ share }) => share),
    },
  };
}
