/**
 * Keeps a dead endpoint from costing every request its time-out: after a few failures in a row nobody waits for it any more, and
 * from time to time one request finds out, with nobody waiting, whether it is back.
 */

const FAILURES = 3;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** `wait`: ask and wait. `probe`: ask, and go on without. `skip`: do without. */
type Admission = 'wait' | 'probe' | 'skip';

export interface Breaker {
  admit(): Admission;
  succeeded(): void;
  failed(): void;
}

/** Makes a breaker on the clock `now`, which gives milliseconds. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let openedAt = 0;
  let probing = false;
  return {
    admit() {
      if (failures < FAILURES) return 'wait';
      const since = now() - openedAt;
      // A clock that was set back ends the pause rather than prolongs it.
      if (probing || (since >= 0 && since < pauseMs)) return 'skip';
      probing = true;
      return 'probe';
    },
    succeeded() {
      failures = 0;
      pauseMs = FIRST_PAUSE_MS;
      probing = false;
    },
    failed() {
      failures += 1;
      if (failures < FAILURES) return;
      if (probing) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      probing = false;
      openedAt = now();
    },
  };
}
