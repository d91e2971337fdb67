/** When a delivery is tried again, and when a webhook is left alone. */
import { DAY_MS } from '../time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses between the attempts, as the Standard Webhooks specification proposes them: about a day in all. */
const PAUSES_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** Attempts of one delivery. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** How long a webhook may fail before it is paused. */
export const FAILING_MS = 3 * DAY_MS;

/** How far a pause is lengthened at most, so that what failed together is not tried together. */
const JITTER = 0.2;

/** Milliseconds from the `attempt`-th failure, counted from 1, to the next try; null after the last one. `chance` is in [0, 1). */
export function retryPauseMs(attempt: number, chance: number): number | null {
  const pause = PAUSES_MS[attempt - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * chance));
}

const FIRST_REST_MS = 2000;
const LONGEST_REST_MS = 5 * MINUTE_MS;

/**
 * Milliseconds for which nothing is sent to a webhook after `failures` in a row: however much waits for it, a receiver
 * that is down is asked every five minutes at most.
 */
export function restMs(failures: number): number {
  return Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_REST_MS);
}
