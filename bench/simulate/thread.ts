/**
 * One thread of the simulation: takes tasks one at a time and answers each, so that no core waits for the
 * slowest cell.
 */
import { parentPort } from 'node:worker_threads';
import {
  type Calibration,
  calibrateBoundary,
  seededRandom,
} from '../../server/domain/skills/canary/calibrate-boundary.ts';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import type { Boundaries } from './canary-run.ts';
import { CELLS, simulate, type Tallies } from './cells.ts';
import { type GuardTally, type GuardTask, simulateGuard } from './guard-cells.ts';
import { type LieTask, neededShare } from './lie-cells.ts';
import { type LiftTally, type LiftTask, simulateLift } from './lift-cells.ts';

export type CellTask = {
  cell: number;
  runs: number;
  seed: number;
  floor: number;
  bounds: CanaryBounds;
  boundaries: Boundaries;
  history: number;
};

export type Task =
  | { calibrate: Calibration }
  | { simulate: CellTask }
  | { lie: LieTask }
  | { lift: LiftTask }
  | { guard: GuardTask };

function answer(task: Task): number | Tallies | LiftTally | GuardTally {
  if ('guard' in task) return simulateGuard(task.guard);
  if ('lie' in task) return neededShare(task.lie);
  if ('lift' in task) return simulateLift(task.lift);
  if ('calibrate' in task) return calibrateBoundary(task.calibrate);
  const { cell: index, runs, seed, ...setup } = task.simulate;
  const cell = CELLS[index];
  if (cell === undefined) throw new RangeError(`there is no cell ${index}`);
  return simulate(cell, { ...setup, random: seededRandom(seed) }, runs);
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)));
