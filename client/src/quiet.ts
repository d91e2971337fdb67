/**
 * When not to ask. A gateway that asked for time gets it, and one that failed several times in a row is left alone for
 * a moment, so that an outage costs the agent its recalls but not the wait for each of them.
 */
import { isPassing, WhetstoneError } from './errors.ts';

const FAILURES_BEFORE_QUIET = 5;
const QUIET_MS = 5000;
const LONGEST_QUIET_MS = 60_000;

export class Quiet {
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** The reason not to ask now, or null. After the quiet the first call is let through as a test. */
  reason(now: number): WhetstoneError | null {
    if (now >= this.#until) return null;
    const left = Math.ceil(this.#until - now);
    return new WhetstoneError('paused', `the gateway is left alone for another ${left} ms`, {
      retryAfterMs: left,
    });
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = Number.NEGATIVE_INFINITY;
  }

  failed(fault: WhetstoneError, now: number): void {
    if (!isPassing(fault) || fault.kind === 'paused') return;
    this.#failures += 1;
    const asked = Math.min(fault.retryAfterMs ?? 0, LONGEST_QUIET_MS);
    const own = this.#failures >= FAILURES_BEFORE_QUIET ? QUIET_MS : 0;
    this.#until = Math.max(this.#until, now + Math.max(asked, own));
  }
}
