/**
 * What tenants have used of something. What all processes have is read from the rows every few seconds; between two
 * readings what this process uses is added to it, so that to ask costs nothing and still stops at a boundary.
 */
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../runtime.ts';

/** How long a reading of the rows is used. */
const READING_MS = 5000;
/** Tenants whose readings are kept. */
const TENANTS = 10_000;

/** A tenant's period. What was used is in `read`, `written` or `held`; for a moment perhaps in two, never in none. */
interface Usage {
  readonly period: string;
  /** The sum of the rows when they were read last. */
  read: number;
  readAt: number;
  /** What of this process reached the rows since. */
  written: number;
  /** What of this process is on its way to the rows, or could not be written. */
  held: number;
  reading: Promise<void> | null;
}

export interface Meter {
  /** What a tenant has used in the present period. */
  used(tenant: string): Promise<number>;
  /** Whether so much more stays within `limit`, by the last reading: ask after {@link Meter.used}. */
  fits(tenant: string, amount: number, limit: number): boolean;
  /** Counts an amount at once; `settle` says how much of it is in the rows, and that no more will be. */
  hold(tenant: string, amount: number): { period: string; settle(written: number): void };
}

/** The UTC date of a moment: `2026-03-01`. */
export const toDate = (moment: Date): string => moment.toISOString().slice(0, 10);

/** A meter whose rows are summed by `sum`; `periodOf` names the period of a moment. */
export function createMeter(
  { clock }: Pick<Runtime, 'clock'>,
  sum: (tenant: string, period: string) => Promise<number>,
  periodOf: (moment: Date) => string = toDate,
): Meter {
  const usages = new LRUCache<string, Usage>({ max: TENANTS });
  const present = (tenant: string): Usage => {
    const period = periodOf(clock());
    const known = usages.get(tenant);
    if (known?.period === period) return known;
    const fresh = { period, read: 0, readAt: Number.NEGATIVE_INFINITY, written: 0, held: 0, reading: null };
    usages.set(tenant, fresh);
    return fresh;
  };
  const readRows = async (tenant: string, usage: Usage): Promise<void> => {
    const [writtenBefore, at] = [usage.written, clock().getTime()];
    const read = await sum(tenant, usage.period);
    // What was written while the rows were read may be in the sum or not: it is kept, at most counted twice.
    Object.assign(usage, { read, readAt: at, written: usage.written - writtenBefore });
  };
  const sumOf = ({ read, written, held }: Usage): number => read + written + held;
  return {
    async used(tenant) {
      const usage = present(tenant);
      // A clock that was set back counts as a reading that is too old.
      if (Math.abs(clock().getTime() - usage.readAt) >= READING_MS) {
        usage.reading ??= readRows(tenant, usage).finally(() => {
          usage.reading = null;
        });
        await usage.reading;
      }
      return sumOf(usage);
    },
    fits: (tenant, amount, limit) => sumOf(present(tenant)) + amount <= limit,
    hold(tenant, amount) {
      const usage = present(tenant);
      usage.held += amount;
      return {
        period: usage.period,
        settle(written) {
          usage.held -= amount;
          usage.written += written;
        },
      };
    },
  };
}
