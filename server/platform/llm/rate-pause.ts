/** The pause that a provider asked for. It holds for the whole process: calls that start meanwhile wait instead of being refused too. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelUnavailable } from './model-errors.ts';

/** Longest pause that is believed; a header that asks for more must not stop learning for days. */
const MAX_PAUSE_MS = 300_000;

export interface RatePause {
  /** Starts a pause, or prolongs it. */
  begin(milliseconds: number): void;
  /** Milliseconds that are left. */
  left(): number;
}

/** The pause of one process; none at first. */
export function createRatePause(): RatePause {
  let until = 0;
  return {
    begin(milliseconds) {
      until = Math.max(until, performance.now() + Math.min(milliseconds, MAX_PAUSE_MS));
    },
    left: () => Math.max(0, until - performance.now()),
  };
}

/** How long one question may wait for the provider in all, and stops waiting when its job does. */
export interface Waiting {
  /** Waits, or throws what `tooLong` makes where that would be longer than is left. */
  wait(milliseconds: number, tooLong: () => ModelUnavailable): Promise<void>;
}

/** The waiting of one question: at most `maxMs` in all. */
export function createWaiting(maxMs: number, signal: AbortSignal | undefined): Waiting {
  let left = maxMs;
  return {
    async wait(milliseconds, tooLong) {
      if (milliseconds > left) throw tooLong();
      left -= milliseconds;
      if (milliseconds === 0) return;
      try {
        await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
      } catch {
        // Only the signal ends a sleep early, and its reason says more than the sleep's own error.
        signal?.throwIfAborted();
      }
    },
  };
}
