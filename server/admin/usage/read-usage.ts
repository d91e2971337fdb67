/** What learning used day by day, and how today stands against the budget. */

import type { Principal } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type UsageRow, usageStore } from './store.ts';

/**
 * Rows by UTC day and purpose, oldest first; today's tokens; when the budget ends at today's pace, null if it
 * lasts.
 */
interface UsageReport {
  rows: UsageRow[];
  today: string;
  usedToday: number;
  /** Tokens a day; 0 means without limit. */
  budget: number;
  reachedAt: string | null;
}

/** The last `days` UTC days, today among them. */
export async function readUsage(runtime: Runtime, { tenant }: Principal, days: number): Promise<UsageReport> {
  const now = runtime.clock();
  const today = toDate(now);
  const from = toDate(new Date(now.getTime() - (days - 1) * DAY_MS));
  const rows = await usageStore(runtime.db.read, tenant).since(from);
  const usedToday = rows
    .filter(({ day }) => day === today)
    .reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  const budget = runtime.config.limits.dailyTokenBudget;
  return { rows, today, usedToday, budget, reachedAt: budgetReachedAt(now, usedToday, budget) };
}

/** When the day's tokens would be used up, if the rest of the day went as its begin; null if they last. */
function budgetReachedAt(now: Date, used: number, budget: number): string | null {
  if (budget === 0 || used === 0) return null;
  const start = Date.parse(`${toDate(now)}T00:00:00.000Z`);
  const at = start + ((now.getTime() - start) * budget) / used;
  return at < start + DAY_MS ? new Date(at).toISOString() : null;
}

function toDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

// What learning costs a tenant, as an administrator reads it.

const MAX_ROWS = 500;

/** The newest 500 rows of the principal's tenant, newest day first. */
export async function listUsage(runtime: Runtime, principal: Principal): Promise<UsageRow[]> {
  return await usageStore(runtime.db.read, principal.tenant).newest(MAX_ROWS);
}
