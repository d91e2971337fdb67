/**
 * Which runs one iteration reflects on. Each has a failure at least, because what went well alone teaches nothing to change, and
 * successes beside it where there are any, because the difference between the two teaches most. No chance is involved:
 * iterations go through the runs in turn.
 */

/** A run with a higher reward went well: one that did a part only has something to learn. */
export const FAILED_REWARD = 0.5;

/** A run with its reward. */
export type Rewarded = { readonly id: string; readonly reward: number };

/** Whether a run failed, or did only a part. */
export function hasFailed({ reward }: { readonly reward: number }): boolean {
  return reward <= FAILED_REWARD;
}

/**
 * `size` runs for the `iteration`-th time, counted from 0: failures in the greater half, filled up by whichever kind there is. Fewer
 * where there are fewer; none without a failure.
 */
export function minibatch<T extends Rewarded>(
  runs: readonly T[],
  { size, iteration }: { size: number; iteration: number },
): T[] {
  const failures = runs.filter(hasFailed);
  if (failures.length === 0) return [];
  const successes = runs.filter((run) => !hasFailed(run));
  const wanted = Math.min(failures.length, Math.max(Math.ceil(size / 2), size - successes.length));
  return [...inTurn(failures, wanted, iteration), ...inTurn(successes, size - wanted, iteration)];
}

/** `count` items, beginning where the iteration before ended. */
function inTurn<T>(items: readonly T[], count: number, iteration: number): T[] {
  const taken = Math.min(count, items.length);
  const start = items.length === 0 ? 0 : (iteration * taken) % items.length;
  return [...items.slice(start), ...items.slice(0, start)].slice(0, taken);
}
