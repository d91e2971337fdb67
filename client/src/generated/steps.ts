// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Computations that may take long, cut into steps of some milliseconds. What drives them decides what happens
 * in between: a server lets other requests through, everybody else goes on at once.
 */

/** A computation that pauses after each step and returns its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Takes every step without a pause. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
