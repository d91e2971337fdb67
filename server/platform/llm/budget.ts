/**
 * The daily token budget of each tenant. What all processes have used is read from the usage rows every few
 * seconds; between two readings what this process uses is added to it, so the check costs nothing and still
 * stops at the boundary.
 */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../runtime.ts';
import { OverBudget } from './model-errors.ts';
import { usageStore } from './usage-store.ts';

/** How long a reading of the rows is used. */
const READING_MS = 5000;

/** Tenants whose readings are kept. */
const TENANTS = 10_000;

/**
 * A tenant's day. Every token is in `read`, `written` or `unwritten`; for a moment perhaps in two, never in
 * none.
 */
interface Day {
  readonly day: string;
  /** The sum of the rows when they were read last. */
  read: number;
  readAt: number;
  /** Tokens of this process that reached the rows since. */
  written: number;
  /** Tokens of this process that are on their way to the rows, or could not be written. */
  unwritten: number;
  reading: Promise<void> | null;
}

export interface Budget {
  /** Throws {@link OverBudget} where the tenant has used its tokens of the day. */
  check(tenant: string): Promise<void>;
  /** Counts tokens as used, at once, and as written when `write` is done. Fails as `write` does. */
  use(tenant: string, tokens: number, write: (day: string) => Promise<void>): Promise<void>;
}

/** The UTC date of a moment: `2026-03-01`. */
const toDate = (moment: Date): string => moment.toISOString().slice(0, 10);

export function createBudget({ clock, config, db }: Runtime): Budget {
  const days = new LRUCache<string, Day>({ max: TENANTS });
  const limit = config.limits.dailyTokenBudget;

  const today = (tenant: string): Day => {
    const day = toDate(clock());
    const present = days.get(tenant);
    if (present?.day === day) return present;
    const fresh = { day, read: 0, readAt: Number.NEGATIVE_INFINITY, written: 0, unwritten: 0, reading: null };
    days.set(tenant, fresh);
    return fresh;
  };

  const read = async (tenant: string, entry: Day): Promise<void> => {
    const [writtenBefore, at] = [entry.written, clock().getTime()];
    const read = await usageStore(db.read, tenant).tokensOn(entry.day);
    // What was written while the rows were read may be in the sum or not: it is kept, at most counted twice.
    Object.assign(entry, { read, readAt: at, written: entry.written - writtenBefore });
  };

  return {
    async check(tenant) {
      if (limit === 0) return;
      const entry = today(tenant);
      // A clock that was set back counts as a reading that is too old.
      if (Math.abs(clock().getTime() - entry.readAt) >= READING_MS) {
        entry.reading ??= read(tenant, entry).finally(() => {
          entry.reading = null;
        });
        await entry.reading;
      }
      if (entry.read + entry.written + entry.unwritten >= limit) throw new OverBudget();
    },
    async use(tenant, tokens, write) {
      const entry = today(tenant);
      entry.unwritten += tokens;
      await write(entry.day);
      entry.unwritten -= tokens;
      entry.written += tokens;
    },
  };
}
