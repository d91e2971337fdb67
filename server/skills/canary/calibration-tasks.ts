/** Computes canaries' boundaries in a thread of the pool. */
import { type Calibration, calibrateBoundary } from '../../domain/skills/canary/calibrate-boundary.ts';

/** The boundary for each calibration, in their order. */
export function calibrateBoundaries(calibrations: readonly Calibration[]): number[] {
  return calibrations.map(calibrateBoundary);
}
