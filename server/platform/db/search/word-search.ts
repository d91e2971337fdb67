/** The newest episodes that have some words in their task, however many episodes there are. */
import { firstIdAt, idBelow } from '../partitions/ranges.ts';
import { INDEXED_TASK } from '../search-text.ts';
import { Prisma, type TenantClient } from '../tenant-client.ts';
import {
  type Found,
  hasAll,
  LOOKED_UP_AT_ONCE,
  lookBack,
  READ_AT_ONCE,
  type Reach,
  reachOf,
  SAMPLED,
  sampleWords,
  withinReach,
} from './look-back.ts';

/** Which episodes. */
interface WordSearch {
  /** What else must hold of `episode q`, such as the tenant. */
  where: Prisma.Sql;
  /** By which the newest are first. */
  order: 'id' | 'created_at';
  /** Each of them must be in the task, as it stands. */
  phrases: readonly string[];
  limit: number;
  /** The time of the newest. */
  from: Date;
}

/** The ids of the newest episodes with all phrases, at most `limit`. */
export async function newestWithWords(client: TenantClient, search: WordSearch): Promise<Found<string>> {
  const { where, order, phrases, limit } = search;
  const key = Prisma.raw(order === 'id' ? 'q.id' : 'q.created_at, q.id');
  const inOrder = Prisma.raw(`ORDER BY ${order === 'id' ? '' : 'q.created_at DESC, '}q.id DESC`);
  const newest = (rows: number) =>
    Prisma.sql`(SELECT ${key}, q.task FROM episode q WHERE ${where} ${inOrder} LIMIT ${rows}) q`;
  const sample = await sampleWords(client, newest(SAMPLED), { text: INDEXED_TASK, phrases });

  const byReading = async (): Promise<Found<string>> => {
    const found = await client.$queryRaw<{ id: string }[]>`
      SELECT q.id FROM ${newest(READ_AT_ONCE)} WHERE ${hasAll(INDEXED_TASK, phrases)} ${inOrder} LIMIT ${limit}`;
    const rows = found.map(({ id }) => id);
    if (rows.length === limit || sample === null) return { rows, reach: null };
    const ends = await client.$queryRaw<Reach[]>`
      SELECT q.created_at AS at, q.id FROM episode q WHERE ${where} ${inOrder} LIMIT 2 OFFSET ${READ_AT_ONCE - 1}`;
    return { rows, reach: reachOf(ends) };
  };
  if (sample === null) return await byReading();

  const lookUp = async (since: Date | null): Promise<string[] | null> => {
    const range = since === null ? Prisma.empty : Prisma.sql`AND ${sinceIn(order, since)}`;
    const rows = await client.$queryRaw<{ candidates: bigint; id: string | null }[]>`
      WITH candidates AS MATERIALIZED (SELECT ${key}, ${hasAll(INDEXED_TASK, phrases)} AS fits
        FROM episode q WHERE ${where} ${range} AND ${sample.indexed} LIMIT ${LOOKED_UP_AT_ONCE + 1})
      SELECT counted.candidates, q.id FROM (SELECT COUNT(*) AS candidates FROM candidates) counted
      LEFT JOIN (SELECT ${key} FROM candidates q WHERE q.fits ${inOrder} LIMIT ${limit}) q
        ON TRUE ${inOrder}`;
    if (Number(rows[0]?.candidates) > LOOKED_UP_AT_ONCE) return null;
    return rows.flatMap(({ id }) => id ?? []);
  };
  // The next page is to begin below all rows of that moment.
  const byIndex = () => withinReach(search.from, lookUp, () => '');
  return await lookBack(limit, sample.words, { byIndex, byReading });
}

const sinceIn = (order: WordSearch['order'], since: Date): Prisma.Sql =>
  order === 'id'
    ? Prisma.sql`q.id >= ${firstIdAt('episode', since)}`
    : Prisma.sql`q.created_at >= ${since} AND q.id >= ${idBelow('episode', since)}`;
