/**
 * One thread of the simulation: takes tasks one at a time and answers each, so that no core waits for the
 * slowest cell.
 */
import { parentPort } from 'node:worker_threads';
import { type Calibration, calibrateBoundary } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { type CanaryTally, type CanaryTask, simulateCanaries } from './canary-run.ts';
import { type LieTask, neededShare } from './lies.ts';
import { type LiftTally, type LiftTask, simulateLifts } from './lift-run.ts';

export type Task =
  | { calibrate: Calibration }
  | { canary: CanaryTask }
  | { lie: LieTask }
  | { lift: LiftTask };

function answer(task: Task): number | CanaryTally | LiftTally {
  if ('canary' in task) return simulateCanaries(task.canary);
  if ('lie' in task) return neededShare(task.lie);
  return 'lift' in task ? simulateLifts(task.lift) : calibrateBoundary(task.calibrate);
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)));
