/**
 * Searching texts for what a reader typed, alike on both databases. To LIKE some characters stand for others:
 * what was typed stands for itself. One database ignores the case of ASCII letters in LIKE, the other none,
 * so a word is looked for in the ways that it may be written.
 */
import { Prisma, type TenantClient } from './tenant-client.ts';

/**
 * The words of `episode q` and of `audit_entry a` as {@link contains} takes them. Each table has an index of exactly
 * this expression (0005_search.sql), so that a search reads no whole rows. Of a task it is the beginning.
 */
export const INDEXED_TASK = Prisma.sql`SUBSTR(q.task, 1, 300)`;
export const INDEXED_ENTRY = Prisma.sql`a.action || ' ' || a.actor || ' ' || a.resource || ' ' || a.details`;

/** `text` as a pattern of LIKE, or a filter of the client that becomes one, finds it literally. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * A word as it was typed, in small letters, in capitals, at the begin of a sentence; each for a filter of the
 * client.
 */
export function spellings(text: string): string[] {
  return waysToWrite(text).map(literally);
}

/** The condition that `column` contains `text`, regardless of its case. */
export function contains(column: Prisma.Sql, text: string): Prisma.Sql {
  return hasWay(Prisma.sql`LOWER(${column})`, text);
}

/** The same without an index of words: the index holds `LOWER(column)`, and not what follows from it. */
function containsUnindexed(column: Prisma.Sql, text: string): Prisma.Sql {
  return hasWay(Prisma.sql`(LOWER(${column}) || '')`, text);
}

function hasWay(small: Prisma.Sql, text: string): Prisma.Sql {
  const ways = new Set(waysToWrite(text).map(smallAscii));
  const alike = [...ways].map((way) => Prisma.sql`${small} LIKE ${`%${literally(way)}%`}`);
  return Prisma.sql`(${Prisma.join(alike, ' OR ')})`;
}

function waysToWrite(text: string): string[] {
  const small = text.toLowerCase();
  return [...new Set([text, small, text.toUpperCase(), small.charAt(0).toUpperCase() + small.slice(1)])];
}

/** What LOWER makes of a text on SQLite; on PostgreSQL it knows other letters too. */
function smallAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// The newest rows that have some words, however many rows there are. Words that many rows have are found among the newest
// ones. Rare words are looked up in PostgreSQL's index of every three letters, where common words beside them would cost
// far more than they narrow down.

/** A table, called `q`, with the text that has the words, and the column that it is made of. */
interface SearchedText {
  table: Prisma.Sql;
  text: Prisma.Sql;
  column: string;
}

export const TASKS: SearchedText = { table: Prisma.sql`episode q`, text: INDEXED_TASK, column: 'task' };

/** Which rows of a table. */
interface WordSearch extends SearchedText {
  /** What else must hold, such as the tenant. */
  where: Prisma.Sql;
  /** The columns by which the newest are first, the id last. */
  order: readonly string[];
  /** Each of them must be in the text, as it stands. */
  phrases: readonly string[];
  limit: number;
}

/** So many of the newest rows tell how common each word is. */
export const SAMPLED = 500;
/** A rare word is in at most so many of them, or in few times as many as the rarest one. */
const RARE = SAMPLED / 100;
const ALIKE = 4;
/** An index of three letters knows nothing of shorter words. */
const INDEXED_WORD = /[\p{L}\p{N}]{3}/u;

/** The ids of the newest rows with all phrases, at most `limit`. */
export async function newestWithWords(client: TenantClient, search: WordSearch): Promise<string[]> {
  const { table, text, column, where, order, phrases, limit } = search;
  const listed = (names: readonly string[], after = '') =>
    Prisma.raw(names.map((name) => `q.${name}${after}`).join(', '));
  const inOrder = Prisma.sql`ORDER BY ${listed(order, ' DESC')}`;
  const read = async (query: Prisma.Sql) => {
    const rows = await client.$queryRaw<{ id: string }[]>`${query} ${inOrder} LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  };
  const columns = [...new Set([...order, column])];
  const newest = Prisma.sql`(SELECT ${listed(columns)} FROM ${table} WHERE ${where} ${inOrder} LIMIT ${SAMPLED}) q`;
  const found = await read(Prisma.sql`SELECT q.id FROM ${newest} WHERE ${allOf(contains, text, phrases)}`);
  if (found.length === limit) return found;
  const { sampled, has } = await sampleWords(client, newest, { text, phrases });
  if (sampled < SAMPLED) return found;
  const fitting = Prisma.sql`SELECT ${listed(order)} FROM ${table} WHERE ${where} AND ${has}`;
  // Where the newest have one, more are near: the database may read on. Else it might do so to the end, as it takes no
  // words to be as rare as they may be.
  return await read(
    found.length > 0
      ? Prisma.sql`SELECT q.id FROM (${fitting}) q`
      : Prisma.sql`WITH q AS MATERIALIZED (${fitting}) SELECT q.id FROM q`,
  );
}

/**
 * How many rows the sample `newest` has, and the condition that a text has all phrases, of which an index looks up those
 * words alone that are rare in the sample.
 */
export async function sampleWords(
  client: TenantClient,
  newest: Prisma.Sql,
  { text, phrases }: Pick<WordSearch, 'text' | 'phrases'>,
): Promise<{ sampled: number; has: Prisma.Sql }> {
  const words = [...new Set(phrases.flatMap((phrase) => phrase.split(/\s+/)))].filter((word) =>
    INDEXED_WORD.test(word),
  );
  const counts = words.map(
    (word, at) =>
      Prisma.sql`SUM(CASE WHEN ${contains(text, word)} THEN 1 ELSE 0 END) AS ${Prisma.raw(`n${at}`)}`,
  );
  const [row = {}] = await client.$queryRaw<Record<string, unknown>[]>`
    SELECT ${Prisma.join([Prisma.sql`COUNT(*) AS sampled`, ...counts])} FROM ${newest}`;
  const [sampled = 0, ...times] = Object.values(row).map(Number);
  const fewest = Math.min(...times);
  const rare = words.filter((_, at) => (times[at] ?? 0) <= Math.max(RARE, ALIKE * fewest));
  // A word that most have says less than the phrases with their ends of words.
  const has =
    fewest > sampled / 2
      ? allOf(contains, text, phrases)
      : Prisma.sql`${allOf(contains, text, rare)} AND ${allOf(containsUnindexed, text, phrases)}`;
  return { sampled, has };
}

const allOf = (has: typeof contains, text: Prisma.Sql, phrases: readonly string[]): Prisma.Sql =>
  Prisma.join(
    phrases.map((phrase) => has(text, phrase)),
    ' AND ',
  );
