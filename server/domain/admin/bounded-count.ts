/** Counts of rows stop here, so that no page reads all that there is: {@link COUNT_LIMIT} means that there are more. */
export const MOST_COUNTED = 10_000;
export const COUNT_LIMIT = MOST_COUNTED + 1;
