/**
 * Searching texts for what a reader typed, alike on both databases. To LIKE some characters stand for others:
 * what was typed stands for itself. One database ignores the case of ASCII letters in LIKE, the other none,
 * so a word is looked for in the ways that it may be written.
 */
import { Prisma } from './tenant-client.ts';

/**
 * The words of `episode q` as {@link contains} takes them: the beginning of its task. There is an index of exactly this
 * expression (0005_search.sql), so that a search reads no whole rows.
 */
export const INDEXED_TASK = Prisma.sql`SUBSTR(q.task, 1, 300)`;
/** The words of `audit_entry a`. */
export const ENTRY_TEXT = Prisma.sql`a.action || ' ' || a.actor || ' ' || a.resource || ' ' || a.details`;

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
export function containsUnindexed(column: Prisma.Sql, text: string): Prisma.Sql {
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
