/** How long a failed job waits: 60 s, 120 s, and so on doubling, whatever the number of attempts that is allowed. */

const FIRST_MS = 60_000;
const LONGEST_MS = 86_400_000;

/** Milliseconds from the failure of the `attempt`-th run, counted from 1, to the next; never more than a day. */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
}
