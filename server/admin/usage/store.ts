/** Tokens of the learning model, summed per UTC day and purpose: what the budget is held against and billing reads. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** One day's calls for one purpose; `day` is a UTC date, `2026-03-01`. */
export interface UsageRow {
  day: string;
  purpose: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

export function usageStore(tx: Tx, tenant: string) {
  const { usageDay } = tenantClient(tx, tenant);
  return {
    /** The newest `limit` rows: newest day first, then by purpose. */
    async newest(limit: number): Promise<UsageRow[]> {
      return await usageDay.findMany({
        orderBy: [{ day: 'desc' }, { purpose: 'asc' }],
        take: limit,
        omit: { tenant: true },
      });
    },
    /** The rows from a day on, oldest first. */
    async since(day: string): Promise<UsageRow[]> {
      return await usageDay.findMany({
        where: { day: { gte: day } },
        orderBy: [{ day: 'asc' }, { purpose: 'asc' }],
        omit: { tenant: true },
      });
    },
  };
}
