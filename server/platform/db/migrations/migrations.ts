/**
 * The numbered SQL files and what must hold of them: an applied file never changes and never disappears, else
 * two installations that call themselves the same version would differ.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export type Dialect = 'sqlite' | 'postgresql';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** One row of the `schema_migrations` table. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** A database whose applied migrations are not the ones this program knows. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** What SQLite calls the types of PostgreSQL. */
const SQLITE_TYPES = [
  [/\bDOUBLE PRECISION\b/g, 'REAL'],
  [/\bTIMESTAMP\(3\)/g, 'DATETIME'],
  [/\bBYTEA\b/g, 'BLOB'],
] as const;

const POSTGRESQL_ONLY = /^-- PostgreSQL only\n[\s\S]*?^-- end\n\n?/gm;
const SQLITE_ONLY = /^-- SQLite only\n((?:--.*\n)*?)-- end\n/gm;

/**
 * The SQLite text of a migration that is written for PostgreSQL. Every byte of it is in the checksums that databases have, also
 * of its first line, which is from when these texts were files.
 */
function deriveSqlite(name: string, source: string): string {
  const derived = source
    .replace(POSTGRESQL_ONLY, '')
    .replace(SQLITE_ONLY, (_, lines: string) => lines.replace(/^-- ?/gm, ''));
  if (/^-- (PostgreSQL only|SQLite only|end)$/m.test(derived))
    throw new Error(`${name}: a mark without its end`);
  const typed = SQLITE_TYPES.reduce((text, [type, own]) => text.replace(type, own), derived);
  return `-- Derived from ../postgresql/${name} by scripts/generate.mjs; do not edit.\n${typed.trimEnd()}\n`;
}

/** The migrations of `folder`, whose files are written for PostgreSQL, in the order of their numbers. */
export function readMigrations(folder: string, dialect: Dialect): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const source = readFileSync(join(folder, name), 'utf8');
    const sql = dialect === 'postgresql' ? source : deriveSqlite(name, source);
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * The files still to be applied. Throws {@link MigrationError} where an applied one is changed or missing
 * here.
 */
export function pendingMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  const files = new Map(known.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = files.get(name);
    if (file === undefined) {
      throw new MigrationError(
        `the database has migration ${name}, which this version does not know; start the version that applied it`,
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `migration ${name} was changed after it was applied; restore the original file`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}

// Where a `file:` URL points, and that its folder exists.

/** The absolute path of a `file:` URL, relative ones being relative to the working directory. */
export function sqlitePath(url: string): string {
  return resolve(decodeURIComponent(url.replace(/^file:(\/\/)?/, '').replace(/\?.*$/, '')));
}

/** Makes the folder of a database file where it is missing. */
export function ensureFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
}

/** What others on the machine may not read: prompts, keys' hashes and what users said. */
const PRIVATE = 0o600;

/**
 * Makes a database file that is missing, empty and for its owner alone, as SQLite then makes the files beside it. The mode of
 * one that is there is its operator's.
 */
export function ensureFile(path: string): void {
  ensureFolder(path);
  closeSync(openSync(path, 'a', PRIVATE));
}
