/**
 * Rows by the thousand, made inside the database by statements that both engines understand: in a second or two, where
 * inserting them one by one would take minutes. A row's number, `at`, decides all it says.
 */
import type { Dialect } from './databases.ts';

/** An SQL expression for each column. */
export type Columns = Record<string, string>;
/** An expression for the moment so many seconds (an expression too) after the first row's. */
export type Moment = (seconds: string) => string;

const BEGIN_SECONDS = Date.parse('2026-01-01T00:00:00.000Z') / 1000;

export const WORDS = ['refund', 'invoice', 'rollout', 'voucher', 'address', 'return', 'ticket', 'handover'];

export function momentIn(dialect: Dialect): Moment {
  return dialect === 'sqlite'
    ? (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', ${BEGIN_SECONDS} + ${seconds}, 'unixepoch')`
    : (seconds) => `to_timestamp(${BEGIN_SECONDS} + ${seconds}) AT TIME ZONE 'UTC'`;
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A number as text. */
export const text = (number: string) => `CAST(${number} AS TEXT)`;

/** One of these texts, in turn. */
export const pick = (from: readonly string[], of = 'at') =>
  `CASE (${of}) % ${from.length} ${from.map((one, at) => `WHEN ${at} THEN ${quoted(one)}`).join(' ')} END`;

/** Ids sort as they were made, as the service's own do. */
export const idOf = (prefix: string, at = 'at') =>
  `${quoted(`${prefix}_01K000000`)} || ${text(`10000000000000000 + ${at}`)}`;

/** A value where a condition holds, else null. */
export const where = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;

/** The statement that inserts `count` rows of a tenant. */
export function insertRows(
  table: string,
  tenant: string,
  { count, columns }: { count: number; columns: Columns },
) {
  const all = { tenant: quoted(tenant), ...columns };
  return `INSERT INTO ${table} (${Object.keys(all).join(', ')})
    WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < ${count - 1})
    SELECT ${Object.values(all).join(', ')} FROM n`;
}
