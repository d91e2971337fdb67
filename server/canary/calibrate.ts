/**
 * Finds the boundary of a canary under the calibrated rule, in a thread of its own: it takes seconds of computing. Started with the
 * canary, and again by whichever process credits one that has none, so that it survives a restart.
 */
import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { ExperimentRecord } from './records.ts';
import { experimentStore } from './store.ts';

const SEED = 20_260_301;
const RUNS = 20_000;

type Uncalibrated = Pick<ExperimentRecord, 'id' | 'rule' | 'floor' | 'bounds' | 'boundary'>;

/** Sees to it that the canary will have its boundary; answers at once. */
export function calibrate(runtime: Runtime, tenant: string, experiment: Uncalibrated): void {
  if (experiment.rule !== 'calibrated' || experiment.boundary !== null) return;
  const underWay = runtime.once('canary.calibrations', () => new Map<string, Promise<number>>());
  const { id, floor, bounds } = experiment;
  const key = JSON.stringify([floor, bounds]);
  const computing = underWay.get(key) ?? compute({ floor, bounds });
  underWay.set(key, computing);
  computing
    .then((boundary) => experimentStore(runtime.db.read, tenant).setBoundary(id, boundary))
    .catch((error: unknown) => {
      underWay.delete(key);
      runtime.log.error('canary.calibration_failed', { tenant, experiment_id: id, error });
    });
}

function compute(of: Pick<ExperimentRecord, 'floor' | 'bounds'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const workerData = { ...of, seed: SEED, runs: RUNS };
    const file = join(projectRoot(), 'server/canary/calibration-thread.ts');
    // A bundler that saw the class imported would take the file for a part of its bundle, where it is not.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const thread = new Worker(file, { workerData });
    // Nobody waits for a boundary: a process that is asked to end does not stay for it.
    thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
