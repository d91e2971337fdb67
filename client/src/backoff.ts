/** How long to wait before trying again. Half of it is chance, so that clients that failed together do not return together. */
import type { WhetstoneError } from './errors.ts';

const FIRST_MS = 200;
const LONGEST_MS = 60_000;

/**
 * Milliseconds before the next try after `failures` failed ones (at least 1). `chance` is in [0, 1). A gateway that
 * named its own time is not asked earlier.
 */
export function backoffMs(failures: number, chance: number, fault?: WhetstoneError): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 20));
  const waited = ceiling / 2 + (chance * ceiling) / 2;
  return Math.max(waited, fault?.retryAfterMs ?? 0);
}
