/**
 * Searching texts for what a reader typed, alike on both databases. To LIKE some characters stand for others:
 * what was typed stands for itself. One database ignores the case of ASCII letters in LIKE, the other none,
 * so a word is looked for in the ways that it may be written.
 */
import { Prisma } from './prisma.ts';

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
  const words = new Set(waysToWrite(text).map(smallAscii));
  const alike = [...words].map((word) => Prisma.sql`LOWER(${column}) LIKE ${`%${literally(word)}%`}`);
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
