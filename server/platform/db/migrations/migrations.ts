/**
 * The numbered SQL files and what must hold of them: an applied file never changes and never disappears, else
 * two installations that call themselves the same version would differ.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
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

/** The files of `folder/<dialect>`, in the order of their numbers. */
export function readMigrations(folder: string, dialect: Dialect): Migration[] {
  const directory = join(folder, dialect);
  const names = readdirSync(directory).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8');
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
