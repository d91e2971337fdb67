/** The thread that computes a canary's boundary: told the floor and the bounds, it answers with the number and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Calibration, calibrateBoundary } from '../domain/canary/calibrate-boundary.ts';

parentPort?.postMessage(calibrateBoundary(workerData as Calibration));
