/**
 * Finds the boundary of a canary under the calibrated rule, in a thread of its own: it takes seconds of
 * computing. Started with the canary, and again by the process that credits one without it, so that a restart
 * does not lose it. Canaries with the same settings share what is computed for each success rate.
 */
import { LRUCache } from 'lru-cache';
import {
  CALIBRATION_RUNS,
  type Calibration,
  calibrateBoundaries,
} from '../../domain/skills/canary/calibrate-boundary.ts';
import { ratesBetween } from '../../domain/skills/canary/verdict.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { computeInPool } from '../../platform/thread-pool.ts';
import type { ExperimentRecord } from './rows.ts';
import { experimentStore } from './store.ts';

const SEED = 20_260_301;

/** Boundaries that are kept, one a rate: some fifty settings. */
const BOUNDARIES_KEPT = 1000;

type UncalibratedCanary = Pick<ExperimentRecord, 'id' | 'rule' | 'floor' | 'bounds' | 'rates' | 'boundary'>;

interface Calibrations {
  /** The canaries whose boundary is on its way: every credit until then asks for it again. */
  awaited: Set<string>;
  boundaries: LRUCache<string, Promise<number>>;
  /**
   * Ends with the last computation that was asked for: they take turns, so that canaries keep one core busy
   * at most.
   */
  last: Promise<unknown>;
}

/** Starts computing the boundary of a canary that lacks one; answers at once. */
export function calibrate(runtime: Runtime, tenant: string, experiment: UncalibratedCanary): void {
  if (experiment.rule !== 'calibrated' || experiment.boundary !== null) return;
  const { id, floor, bounds, rates } = experiment;
  const { awaited } = calibrationsOf(runtime);
  if (awaited.has(id)) return;
  awaited.add(id);
  boundaryOf(runtime, { floor, bounds, rates })
    .then((boundary) => experimentStore(runtime.db.read, tenant).setBoundary(id, boundary))
    .catch((error: unknown) => {
      runtime.log.error('canary.calibration_failed', {
        ...{ tenant, experiment_id: id },
        ...errorFields(error),
      });
    })
    .finally(() => awaited.delete(id));
}

/** The boundary of canaries with these settings; takes seconds where it was not computed before. */
async function boundaryOf(
  runtime: Runtime,
  { floor, bounds, rates }: Pick<ExperimentRecord, 'floor' | 'bounds' | 'rates'>,
): Promise<number> {
  const settings = { floor, bounds, seed: SEED, runs: CALIBRATION_RUNS };
  return Math.max(...(await Promise.all(boundariesOf(runtime, settings, ratesBetween(rates)))));
}

function calibrationsOf(runtime: Runtime): Calibrations {
  return runtime.once('canary.calibrations', () => ({
    awaited: new Set(),
    boundaries: new LRUCache({ max: BOUNDARIES_KEPT }),
    last: Promise.resolve(),
  }));
}

/** The boundary for each rate. New ones are computed together. */
function boundariesOf(
  runtime: Runtime,
  settings: Omit<Calibration, 'rate'>,
  rates: number[],
): Promise<number>[] {
  const calibrations = calibrationsOf(runtime);
  const { boundaries } = calibrations;
  const keyOf = (rate: number) => JSON.stringify([settings, rate]);
  const missing = rates.filter((rate) => !boundaries.has(keyOf(rate)));
  if (missing.length > 0) {
    const computing = calibrations.last.then(() =>
      computeInPool(CALIBRATING, [missing.map((rate) => ({ ...settings, rate }))]),
    );
    for (const [index, rate] of missing.entries()) {
      boundaries.set(
        keyOf(rate),
        computing.then((found) => numberAt(found, index)),
      );
    }
    // Callers get the failure; the next computation only waits for the end.
    calibrations.last = computing.catch(() => {
      for (const rate of missing) boundaries.delete(keyOf(rate));
    });
  }
  return rates.map(
    (rate) => boundaries.get(keyOf(rate)) ?? Promise.reject(new Error('a boundary was dropped')),
  );
}

function numberAt(found: number[], index: number): number {
  const number = found[index];
  if (number === undefined) throw new Error('the calibration left a rate out');
  return number;
}

const CALIBRATING = {
  script: 'server/domain/skills/canary/calibrate-boundary.ts',
  run: calibrateBoundaries,
};
