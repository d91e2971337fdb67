/**
 * Which tables PostgreSQL keeps in partitions, and their ranges. An id is a prefix and a ULID, which begins with its time:
 * a range of ids is a range of time.
 */
import { decodeTime, encodeTime } from 'ulid';
import { DAY_MS } from '../../../domain/time.ts';

/** The partitioned tables: the column whose range counts, and how its ids begin. */
export const PARTITIONED = {
  audit_entry: { key: 'id', prefix: 'au_' },
  webhook_delivery: { key: 'id', prefix: 'msg_' },
  recall: { key: 'id', prefix: 'rc_' },
  episode: { key: 'id', prefix: 'ep_' },
  episode_credit: { key: 'episode_id', prefix: 'ep_' },
} as const;

export type PartitionedTable = keyof typeof PARTITIONED;

/** Months that have a partition before they begin, beside the present one. */
const MONTHS_AHEAD = 2;

/** Characters of a ULID that are its time. */
const TIME_LENGTH = 10;

/** A partition, and its range of ids; null is without end. */
export interface Partition {
  name: string;
  from: string | null;
  to: string | null;
}

/** The first id that can be made at `at`, or later. No id is older than 1970. */
export function firstIdAt(table: PartitionedTable, at: Date): string {
  return `${PARTITIONED[table].prefix}${encodeTime(Math.max(0, at.getTime()), TIME_LENGTH)}`;
}

/** An id below all of rows that are as old as `at` or younger: a row may be up to a day younger than its id. */
export const idBelow = (table: PartitionedTable, at: Date): string =>
  firstIdAt(table, new Date(at.getTime() - DAY_MS));

/** When an id was made; null where it is not one of the table's. */
export function madeAt(table: PartitionedTable, id: string): Date | null {
  const { prefix } = PARTITIONED[table];
  const time = id.slice(prefix.length, prefix.length + TIME_LENGTH);
  if (!id.startsWith(prefix) || !/^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(time)) return null;
  return new Date(decodeTime(time.padEnd(26, '0')));
}

/** The beginning of a later month than that of `at`, in UTC. */
const monthAfter = (at: Date, months: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));

/** The beginning of the month after `at`, in UTC. */
export const nextMonth = (at: Date): Date => monthAfter(at, 1);

/** The beginnings of months from `from`, up to the end of what must be there at `now`; `from` alone where that is reached. */
export function startsAhead(from: Date, now: Date): Date[] {
  const end = monthAfter(now, MONTHS_AHEAD + 1);
  const starts = [from];
  for (let at = from; at < end; starts.push(at)) at = nextMonth(at);
  return starts;
}

/** The name of the partition that begins at `at`; the first of all has no beginning. */
export const nameOf = (table: PartitionedTable, at: Date | null): string =>
  at === null ? `${table}_past` : `${table}_p${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
