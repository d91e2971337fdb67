/**
 * Who goes first in a process that does several things: a recall waits for one step of a long computation, never
 * for the whole, and what no caller waits for waits while a recall is being served.
 */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';
import { isBackground } from './request-context.ts';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets everything that has arrived go first. Of several that wait, each gets a turn of the loop of its own:
 * together their steps would take as long as one that was never cut.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** A job takes so many milliseconds of short steps at once: a turn for each would be most of its time. */
const JOB_SLICE_MS = 3;

/**
 * Takes the steps of a computation and answers whatever has arrived between two of them; with `sliceMs`, only
 * where so much time has passed, for steps that are mostly short. Throws what it throws.
 */
export async function takeSteps<Result>(
  steps: Steps<Result>,
  sliceMs = isBackground() ? JOB_SLICE_MS : 0,
): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (sliceMs > 0 && performance.now() - since < sliceMs) continue;
    await (isBackground() ? backgroundTurn() : nextTurn());
    since = performance.now();
  }
}

/** Background work waits for recalls at most so long before each of its steps: under any traffic it goes on. */
const LONGEST_WAIT_MS = 10;

let recalls = 0;
const waiting = new Set<() => void>();

/** Does `work`, with background work of the process held off meanwhile. */
export async function beforeBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  recalls += 1;
  try {
    return await work();
  } finally {
    recalls -= 1;
    if (recalls === 0) for (const goOn of waiting) goOn();
  }
}

/** Resolves when a step of background work may be taken: in a turn of the loop of its own, between recalls. */
export async function backgroundTurn(): Promise<void> {
  await nextTurn();
  if (recalls === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_WAIT_MS);
  waiting.add(resolve);
  await promise;
  waiting.delete(resolve);
  clearTimeout(timer);
}
