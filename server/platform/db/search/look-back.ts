/**
 * How far back a search for words looks. Rare words are looked up in PostgreSQL's index of every three letters, as far back as
 * it has few enough of them; common ones are found by reading the newest rows. What neither reaches in one request is left
 * to the next one, and said: a search never claims that rows it has not looked at do not match.
 */
import { DAY_MS } from '../../../domain/time.ts';
import { cursorOf, type Page, type Place, pageOf } from '../../paging.ts';
import { contains, containsUnindexed } from '../search-text.ts';
import { Prisma, type TenantClient } from '../tenant-client.ts';

/** Rows that are read in one request, newest first. */
export const READ_AT_ONCE = 20_000;
/** Rows that are looked up by the index at once, of those that have the rare words. */
export const LOOKED_UP_AT_ONCE = 10_000;
/** So many of the newest rows tell how common each word is. */
export const SAMPLED = 500;
/** A rare word is in at most so many of them, or in few times as many as the rarest one. */
const RARE = SAMPLED / 100;
const ALIKE = 4;
/** The index knows every three letters, to which the end of a word counts. */
const INDEXED = /[\p{L}\p{N}]{3}|\s[\p{L}\p{N}]|[\p{L}\p{N}]\s/u;
/** How far back the index is asked, one after the other: without end, then by days. */
const REACHES = [null, 180, 30];

/** The oldest row that a search has looked at; the next one goes on below it. */
export interface Reach {
  at: Date;
  id: string;
}

/** What was found, newest first; `reach` is null where all rows were looked at, or enough were found. */
export interface Found<Row> {
  rows: Row[];
  reach: Reach | null;
}

/** Of the last row that was looked at and the one after it: null where there is no such one. */
export function reachOf([last, further]: readonly Reach[]): Reach | null {
  return last && further ? { at: new Date(last.at), id: last.id } : null;
}

/** A page of a search: `searchedTo` says how far back it looked where it ends early. */
export interface SearchedPage<T> extends Page<T> {
  searchedTo: string | null;
}

/** Finds the rows that fit; null where that would be too much at once. */
export type Look<Row> = () => Promise<Found<Row> | null>;

/** What the newest rows say of the words: null where there are no older ones. */
export interface Sample {
  /** Whether the words are so rare that the index is the first to ask, or so common that it is of no use. */
  words: 'rare' | 'uncommon' | 'common';
  /** The condition that a text has the words that the index looks up. */
  indexed: Prisma.Sql;
}

const allOf = (has: typeof contains, text: Prisma.Sql, phrases: readonly string[]): Prisma.Sql =>
  phrases.length === 0
    ? Prisma.sql`TRUE`
    : Prisma.join(
        phrases.map((phrase) => has(text, phrase)),
        ' AND ',
      );

/** The condition that a text has all phrases, without an index. */
export const hasAll = (text: Prisma.Sql, phrases: readonly string[]): Prisma.Sql =>
  allOf(containsUnindexed, text, phrases);

/** The words of phrases as their texts have them: with a space where one follows, or goes before. */
function indexedWords(phrases: readonly string[]): string[] {
  const words = phrases.flatMap((phrase) =>
    [...phrase.matchAll(/(?<=(^|\s))\S+(?=(\s|$))/g)].map(
      ([word, before, after]) => `${before}${word}${after}`,
    ),
  );
  return [...new Set(words)].filter((word) => INDEXED.test(word));
}

/** How common the words are in the sample `newest`; null where it has all rows. */
export async function sampleWords(
  client: TenantClient,
  newest: Prisma.Sql,
  { text, phrases }: { text: Prisma.Sql; phrases: readonly string[] },
): Promise<Sample | null> {
  const words = indexedWords(phrases);
  const counts = words.map(
    (word, at) =>
      Prisma.sql`SUM(CASE WHEN ${contains(text, word)} THEN 1 ELSE 0 END) AS ${Prisma.raw(`n${at}`)}`,
  );
  const [row = {}] = await client.$queryRaw<Record<string, unknown>[]>`
    SELECT ${Prisma.join([Prisma.sql`COUNT(*) AS sampled`, ...counts])} FROM ${newest}`;
  const [sampled = 0, ...times] = Object.values(row).map(Number);
  if (sampled < SAMPLED) return null;
  const fewest = Math.min(...times);
  const rare = words.filter((_, at) => (times[at] ?? 0) <= Math.max(RARE, ALIKE * fewest));
  return {
    words: fewest <= RARE ? 'rare' : fewest <= sampled / 2 ? 'uncommon' : 'common',
    indexed: allOf(contains, text, rare),
  };
}

/** What is found by the index, or by reading: the first that finds `limit` or looks at all rows, else what reaches back furthest. */
export async function lookBack<Row>(
  limit: number,
  words: Sample['words'],
  { byIndex, byReading }: { byIndex: Look<Row>; byReading: () => Promise<Found<Row>> },
): Promise<Found<Row>> {
  const isEnough = (found: Found<Row>) => found.rows.length >= limit || found.reach === null;
  if (words === 'rare') return (await byIndex()) ?? (await byReading());
  const read = await byReading();
  if (isEnough(read) || words === 'common') return read;
  const looked = await byIndex();
  if (looked === null) return read;
  return isEnough(looked) || (looked.reach?.at ?? 0) < (read.reach?.at ?? 0) ? looked : read;
}

/** Asks the index ever less far back from `from`, until it has few enough rows. */
export async function withinReach<Row>(
  from: Date,
  look: (since: Date | null) => Promise<Row[] | null>,
  idAt: (since: Date) => string,
): Promise<Found<Row> | null> {
  for (const days of REACHES) {
    const since = days === null ? null : new Date(from.getTime() - days * DAY_MS);
    const rows = await look(since);
    if (rows !== null) return { rows, reach: since && { at: since, id: idAt(since) } };
  }
  return null;
}

/** A page of what was found. Where it ends before its limit, the next one begins where the search ended. */
export function searchedPage<Row, T>(
  { rows, reach }: Found<Row>,
  limit: number,
  shown: { show: (row: Row) => T; place: (row: Row) => Place },
): SearchedPage<T> {
  const page = pageOf(rows, limit, shown);
  if (page.nextCursor !== null || reach === null) return { ...page, searchedTo: null };
  return {
    ...page,
    nextCursor: cursorOf({ key: reach.at, id: reach.id }),
    searchedTo: reach.at.toISOString(),
  };
}
