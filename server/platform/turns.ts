/**
 * Who goes first in a process that does several things: a recall waits for a few milliseconds of other work, never for
 * the whole, and what no caller waits for waits while a recall is being served.
 */
import { setImmediate } from 'node:timers/promises';
import { isBackground } from './request-context.ts';

let last: Promise<void> = Promise.resolve();

/**
 * Lets everything that has arrived go first. Of several that wait, each gets a turn of the loop of its own: together
 * their work would take as long as if nobody had waited. Background work also waits for recalls.
 */
export async function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  await last;
  if (recalls > 0 && isBackground()) await recallsServed();
}

/** Others get their turn when work has taken so many milliseconds: a turn for each item would be most of the time. */
const SLICE_MS = 5;

/** The items one after the other, with a turn for others wherever what was done with them has taken a while. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  const slice = new Slice();
  for (const item of items) {
    yield item;
    if (slice.isOver) await slice.next();
  }
}

/** As {@link inTurns}, for loops over millions: a promise for each item takes longer than the item. */
export class Slice {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Background work waits for recalls at most so long at each turn: under any traffic it goes on. */
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

async function recallsServed(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_WAIT_MS);
  waiting.add(resolve);
  await promise;
  waiting.delete(resolve);
  clearTimeout(timer);
}
