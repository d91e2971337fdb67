/**
 * Times computations of this process as they would be on an idle machine: the smaller of wall and CPU time, as others may
 * hold the processor while a clock runs and the collector may use several at once; and the best of a few attempts.
 */

function timeOnce(work: () => unknown): number {
  const start = performance.now();
  const cpu = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** Milliseconds that `work` takes: the first attempt within `enough`, else the best of `attempts`. */
export function time(
  work: () => unknown,
  { enough, attempts }: { enough: number; attempts: number },
): number {
  let best = timeOnce(work);
  for (let attempt = 1; attempt < attempts && best > enough; attempt += 1) {
    best = Math.min(best, timeOnce(work));
  }
  return best;
}

/** Lets signals and timers through between two long computations. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
