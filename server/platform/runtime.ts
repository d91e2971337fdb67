/** What one process has exactly one of, handed as an argument to every use case; tests make their own. */

import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface Runtime {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: NewId;
  /** A cache or other state that lives as long as the runtime; made when it is first asked for. */
  once<T>(name: string, make: () => T): T;
}

/** Completes the parts of a runtime with its keeper of state. */
export function createRuntime(parts: Omit<Runtime, 'once'>): Runtime {
  const kept = new Map<string, unknown>();
  return {
    ...parts,
    once<T>(name: string, make: () => T): T {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as T;
    },
  };
}

/** Whether this process was told to stop, from which on it is not ready. */
export const stopping = (runtime: Runtime) => runtime.once('stopping', () => ({ begun: false }));

// Time, chance and identity as values that are passed in, so that a test can choose them.

/** The present moment. */
type Clock = () => Date;

/** A number in [0, 1). */
type Random = () => number;

const ID_PREFIXES = {
  skill: 'sk',
  bullet: 'bl',
  changeset: 'cs',
  episode: 'ep',
  memory: 'mem',
  recall: 'rc',
  moment: 'mo',
  experiment: 'ex',
  apiKey: 'key',
  audit: 'au',
  feedback: 'fb',
  job: 'job',
  request: 'req',
  session: 'ses',
  webhook: 'wh',
  delivery: 'msg',
  deletion: 'td',
} as const;

/** Makes an opaque, time-ordered id with the noun's prefix: `sk_01J…`. */
type NewId = (noun: keyof typeof ID_PREFIXES) => string;

const BYTES_PER_DRAW = 6;
const DRAWS_AT_ONCE = 512;

/**
 * The system's chance, fetched for many draws at once: one call into the system a draw would cost more than
 * an id.
 */
function systemRandom(): Random {
  let bytes = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next === bytes.length) {
      bytes = randomBytes(BYTES_PER_DRAW * DRAWS_AT_ONCE);
      next = 0;
    }
    next += BYTES_PER_DRAW;
    return bytes.readUIntBE(next - BYTES_PER_DRAW, BYTES_PER_DRAW) / 2 ** 48;
  };
}

/** Ids that sort by time, and by order of making within one process and millisecond (ULID, monotonic). */
export function idFactory(clock: Clock, random: Random): NewId {
  const next = monotonicFactory(random);
  return (noun) => `${ID_PREFIXES[noun]}_${next(clock().getTime())}`;
}

/** The machine's time and chance. */
export function systemTime(): { clock: Clock; random: Random; newId: NewId } {
  const clock = () => new Date();
  const random = systemRandom();
  return { clock, random, newId: idFactory(clock, random) };
}
