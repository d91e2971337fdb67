/**
 * Long computations inside the server: a recall of the same process waits for one step of them, never for the
 * whole.
 */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets everything that has arrived go first. Of several that wait, each gets a turn of the loop of its own:
 * together their steps would take as long as one that was never cut.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Takes the steps of a computation and answers whatever has arrived between two of them; with `sliceMs`, only
 * where so much time has passed, for steps that are mostly short. Throws what it throws.
 */
export async function takeSteps<Result>(steps: Steps<Result>, sliceMs = 0): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (sliceMs > 0 && performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}
