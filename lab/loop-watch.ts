/** How long the event loop stood still through work of its own, on a machine that others use as well. */

/** How often the watch looks. */
const RESOLUTION_MS = 5;

export interface LoopWatch {
  /** The longest stall since this was last asked, in milliseconds. */
  longest(): Promise<number>;
}

/**
 * Watches this thread's loop. A stall is the time between two looks, or the processor's time of this thread within it
 * where that is less: while others have the processor the loop stands still as well, and nobody here can help it.
 */
export function watchLoop(): LoopWatch {
  let longest = 0;
  let lookedAt = performance.now();
  let used = threadMilliseconds();
  const look = () => {
    const [now, usedNow] = [performance.now(), threadMilliseconds()];
    longest = Math.max(longest, Math.min(now - lookedAt - RESOLUTION_MS, usedNow - used));
    lookedAt = now;
    used = usedNow;
  };
  setInterval(look, RESOLUTION_MS).unref();
  return {
    async longest() {
      // A stall is only known when the watch has looked again.
      await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
      const found = longest;
      longest = 0;
      return found;
    },
  };
}

/**
 * The longest stall while `elsewhere` works, as a share of the processor's time that `here` takes for the same work in
 * this thread: near 0 where another thread does the work, about 1 where this one does, on a slow machine as on a fast one.
 */
export async function stallShare(elsewhere: () => Promise<unknown>, here: () => unknown): Promise<number> {
  const watch = watchLoop();
  const working = elsewhere();
  await watch.longest();
  await working;
  const stall = await watch.longest();
  const before = threadMilliseconds();
  here();
  return stall / (threadMilliseconds() - before);
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
