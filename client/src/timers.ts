/** Timers that let the process end: a library must not keep an agent alive. */

/** Timers count in 31 bits: above, they fire at once. */
export const LONGEST_MS = 2_147_483_647;

interface DenoTimers {
  unrefTimer(id: number): void;
}

/** Runs `work` later, unless the process has nothing else to do before that. Returns how to cancel it. */
export function backgroundTimer(work: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(work, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref();
  } else if (typeof timer === 'number') {
    (globalThis as { Deno?: DenoTimers }).Deno?.unrefTimer(timer);
  }
  return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
}

/** Waits while somebody is waiting with it: this one does keep the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
