/** Reads the newest rows of a partitioned table out of its newest partitions, as long as these have enough. */
import { DAY_MS } from '../../../domain/time.ts';
import type { Dialect } from '../migrations/migrations.ts';
import { Prisma } from '../prisma.ts';
import { firstIdAt, idBelow, type PartitionedTable } from './ranges.ts';

const RECENT_DAYS = 7;

/** A condition on time and id, for the database client and for statements; it begins with AND there, or is empty. */
export interface Since {
  where: { createdAt?: { gte: Date }; id?: { gte: string; lt?: string } };
  sql: Prisma.Sql;
}

const ALL: Since = { where: {}, sql: Prisma.empty };

/** Where and when is read. */
export interface ReadingAt {
  dialect: Dialect;
  now: Date;
}

/** How many rows at most, of those at `before` or older where that is given, else of all at `now`. */
export interface Newest extends ReadingAt {
  before?: Date | undefined;
  take: number;
}

/** What `read` finds among the rows of the last week, and where it finds fewer than `take` there, among all. */
export async function newestFirst<T>(
  table: PartitionedTable,
  { dialect, now, before, take }: Newest,
  read: (since: Since) => Promise<T[]>,
): Promise<T[]> {
  // Without partitions an index by time is the better one.
  if (dialect === 'sqlite') return await read(ALL);
  // A cursor may be of any year, and PostgreSQL reads no year 0.
  const from = new Date(Math.max(0, (before ?? now).getTime() - RECENT_DAYS * DAY_MS));
  const first = idBelow(table, from);
  // An id may have been made by a clock that was ahead.
  const end = before === undefined ? null : firstIdAt(table, new Date(before.getTime() + DAY_MS));
  const rows = await read({
    where: { createdAt: { gte: from }, id: { gte: first, ...(end === null ? {} : { lt: end }) } },
    sql: Prisma.sql`AND created_at >= ${from} AND id >= ${first} ${end === null ? Prisma.empty : Prisma.sql`AND id < ${end}`}`,
  });
  return rows.length < take ? await read(ALL) : rows;
}
