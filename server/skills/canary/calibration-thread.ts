/**
 * The thread that computes canaries' boundaries: it gets settings and success rates, posts the numbers and
 * ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Calibration, calibrateBoundary } from '../../domain/skills/canary/calibrate-boundary.ts';

parentPort?.postMessage((workerData as Calibration[]).map(calibrateBoundary));
