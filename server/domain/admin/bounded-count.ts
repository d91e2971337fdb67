/** Counts of rows stop here, so that no page reads all that there is: {@link COUNT_LIMIT} means that there are more. */
export const MOST_COUNTED = 10_000;
export const COUNT_LIMIT = MOST_COUNTED + 1;

const whole = new Intl.NumberFormat('en');

/** A count that stops: "1,436", "more than 10,000". */
export function upToMost(count: number): string {
  return count > MOST_COUNTED ? `more than ${whole.format(MOST_COUNTED)}` : whole.format(count);
}

/** Runs that wait for reflection are counted up to here. */
export const MOST_WAITING_RUNS = 100;

/** "14", "more than 100". */
export function upToMostWaiting(count: number): string {
  return count > MOST_WAITING_RUNS ? `more than ${MOST_WAITING_RUNS}` : String(count);
}
