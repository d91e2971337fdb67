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

/** How many times as long a whole text takes as its first quarter: 4 where time is linear, 16 where it is quadratic. */
export interface Growth {
  milliseconds: number;
  growth: number;
}

/** Below this a time is mostly noise, and growth is given as 0. */
const NOISE_MS = 200;
const SUSPICIOUS = 5;
const ATTEMPTS = 4;

/** Times `work` on a text and on its first quarter; growth that looks too large is measured again. */
export function timeGrowth(work: (text: string) => unknown, text: string): Growth {
  const quarter = text.slice(0, text.length / 4);
  let part = timeOnce(() => work(quarter));
  let whole = timeOnce(() => work(text));
  for (let attempt = 1; attempt < ATTEMPTS && whole > NOISE_MS && whole / part > SUSPICIOUS; attempt += 1) {
    part = Math.min(
      part,
      timeOnce(() => work(quarter)),
    );
    whole = Math.min(
      whole,
      timeOnce(() => work(text)),
    );
  }
  return { milliseconds: whole, growth: whole < NOISE_MS ? 0 : whole / part };
}

/** Lets signals and timers through between two long computations. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
