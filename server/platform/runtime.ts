/** What one process has exactly one of, handed as an argument to every use case; tests make their own. */
import type { Clock, NewId, Random } from './clock.ts';
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
