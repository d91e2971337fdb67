/** Tenants in words: sizes, quotas and receipts. Pure. */
import type { Outputs } from '../../api/trpc.ts';
import { grouped } from '../../ui/text/counted.ts';

export type TenantRow = Outputs['tenants']['list']['items'][number];
export type Deletion = Outputs['tenants']['deletions'][number];
export type Quota = TenantRow['quota'];

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** "4.2 GB", in steps of 1,000. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${grouped(bytes)} B`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** The share of a limit from which on an operator should look at it. */
const NEAR = 0.9;

/** How full a limit is; null where there is none. */
export function fullness(used: number, limit: number | null): 'room' | 'near' | 'full' | null {
  if (limit === null) return null;
  if (used >= limit) return 'full';
  return used >= limit * NEAR ? 'near' : 'room';
}

export const rowsOf = ({ removed }: Pick<Deletion, 'removed'>): number =>
  Object.values(removed).reduce((sum, rows) => sum + rows, 0);

/** One line a fact, so that it can be pasted into a ticket. */
export function receiptText(deletion: Deletion): string {
  const { tenant, requested_by, requested_at, finished_at, removed } = deletion;
  return [
    `Deletion of tenant ${tenant}`,
    `Requested: ${requested_at} by ${requested_by}`,
    `Finished: ${finished_at ?? 'not yet'}`,
    ...Object.entries(removed).map(([table, rows]) => `${table}: ${rows}`),
    `Rows in all: ${rowsOf(deletion)}`,
  ].join('\n');
}
