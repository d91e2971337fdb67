/** More rows than a search looks at in one request, on both databases. */

import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { clientOf, Prisma, type Tx } from '../../platform/db/prisma.ts';
import { READ_AT_ONCE, SAMPLED } from '../../platform/db/search/look-back.ts';
import { auditColumns, episodeColumns } from './scale-history.ts';
import { insertRows, momentIn } from './scale-library.ts';

/** Each word is in nearly every row, and this order of them in the oldest alone. */
export const OLDEST_HAS = 'number of order';
const ROWS = READ_AT_ONCE + 2 * SAMPLED;
/** The ids of the rows are of that day. */
const BEGIN = new Date('2025-07-13T00:00:00.000Z');

const TABLES = {
  episode: { columns: episodeColumns, at: 'created_at', text: 'task', oldest: OLDEST_HAS, newest: 'Renamed' },
  audit_entry: {
    ...{ columns: auditColumns, at: 'at', text: 'details' },
    ...{ oldest: `{"note":"${OLDEST_HAS}"}`, newest: '{"note":"renamed"}' },
  },
};

/** Writes the rows, the newest of which have none of the words; answers with the id of the oldest. */
export async function fillForSearch(
  tx: Tx,
  dialect: Dialect,
  tenant: string,
  table: keyof typeof TABLES,
): Promise<string> {
  const client = clientOf(tx);
  const { columns, at, text, oldest, newest } = TABLES[table];
  const moment = momentIn(dialect, BEGIN);
  const rows = { count: ROWS, columns: { ...columns(moment), [at]: moment('at') } };
  await client.$executeRaw(Prisma.raw(insertRows(table, tenant, rows)));
  const [name, column] = [Prisma.raw(table), Prisma.raw(text)];
  const write = (words: string, order: Prisma.Sql, limit: number) => client.$executeRaw`
    UPDATE ${name} SET ${column} = ${words} WHERE tenant = ${tenant} AND id IN (
      SELECT id FROM ${name} WHERE tenant = ${tenant} ORDER BY id ${order} LIMIT ${limit})`;
  await write(oldest, Prisma.sql`ASC`, 1);
  await write(newest, Prisma.sql`DESC`, SAMPLED);
  await client.$executeRaw`ANALYZE`;
  const [first] = await client.$queryRaw<{ id: string }[]>`
    SELECT MIN(id) AS id FROM ${name} WHERE tenant = ${tenant}`;
  return first?.id ?? '';
}
