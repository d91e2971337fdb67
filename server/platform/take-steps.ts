/** Long computations inside the server: a recall of the same process waits for one step of them, never for the whole. */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

/** Takes the steps of a computation and answers whatever has arrived between two of them. Throws what it throws. */
export async function takeSteps<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
