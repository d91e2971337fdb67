/** How tests, benchmarks and the demonstration wait, and how they do many things at once. */

const DEADLINE_MS = 20_000;
const LOOK_MS = 10;

/**
 * Resolves when `check` gives something else than false or undefined; fails after a deadline, 20 s unless
 * given.
 */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  withinMs = DEADLINE_MS,
  everyMs = LOOK_MS,
): Promise<Exclude<T, false | undefined>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await check();
    if (result !== false && result !== undefined) return result as Exclude<T, false | undefined>;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Waits until `count` gives 0; fails where it has not become smaller for so long. */
export async function untilNone(
  what: string,
  count: () => number | Promise<number>,
  stalledMs: number,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = Date.now() + stalledMs;
  for (let left = await count(); left > 0; left = await count()) {
    if (left < least) [least, deadline] = [left, Date.now() + stalledMs];
    if (Date.now() > deadline) throw new Error(`${left} ${what} are left; one may be failing`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Does `work` for every item, a few at a time; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  atOnce = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** The numbers from `first` on, so many of them. */
export const numbers = (count: number, first = 0): number[] =>
  Array.from({ length: count }, (_, at) => first + at);
