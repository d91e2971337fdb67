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

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
