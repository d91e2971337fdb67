/** A database of its own for a test file, cloned from the migrated template of the run. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { clientOf, Prisma, txOf } from '../../platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { createDatabase, onServer } from './postgres.ts';

/** Where the clone is, and how to remove it again. */
export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

/** How a clone differs from the template. */
interface Differences {
  /** Nothing is in it, not even tables. */
  empty?: boolean;
  /** On PostgreSQL: it claims to have had this migration too. */
  migrated?: string;
}

/** Clones the template of `dialect`. */
export async function cloneDatabase(dialect: Dialect, differences: Differences = {}): Promise<TestDatabase> {
  return dialect === 'sqlite' ? cloneSqlite(differences) : await clonePostgresql(differences);
}

function cloneSqlite({ empty = false }: Differences): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-db-'));
  const path = join(folder, 'test.db');
  if (!empty) copyFileSync(inject('sqliteTemplate'), path);
  return {
    url: `file:${path}`,
    remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

async function clonePostgresql({ empty = false, migrated }: Differences): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = inject('postgresUrl');
  const url = await createDatabase(server, name, empty ? 'template0' : inject('postgresTemplate'));
  if (migrated !== undefined) {
    await onServer(url, `INSERT INTO schema_migrations VALUES ('${migrated}', 'unknown', now())`);
  }
  return {
    url,
    remove: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A folder with migrations as they are written, by file name. Remove it afterwards. */
export function writeMigrations(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

// A runtime whose raw statements, and the rows that they read, are counted, and can be made to wait, to show what
// a path costs and what may come between.

/**
 * `before` runs ahead of each raw statement outside a transaction; the runtime has caches of its own. `plan` is
 * how SQLite executes the last of them.
 */
export function watchStatements(
  { config, log, metrics, clock, random, newId, db }: Runtime,
  before: () => Promise<void> = () => Promise.resolve(),
): {
  runtime: Runtime;
  count: () => number;
  rows: () => number;
  last: () => Prisma.Sql;
  plan: () => Promise<string>;
} {
  let statements = 0;
  let rows = 0;
  let last = Prisma.empty;
  const read = new Proxy(clientOf(db.read), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$queryRaw' || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        statements += 1;
        const [text, ...values] = args as Parameters<typeof Prisma.sql>;
        last = text instanceof Prisma.Sql ? text : Prisma.sql(text, ...values);
        await before();
        const read = await (Reflect.apply(value, target, args) as Promise<unknown[]>);
        rows += read.length;
        return read;
      };
    },
  });
  const parts = { config, log, metrics, clock, random, newId };
  return {
    runtime: createRuntime({ ...parts, db: { ...db, read: txOf(read) } }),
    count: () => statements,
    rows: () => rows,
    last: () => last,
    plan: async () => {
      const steps = await clientOf(db.read).$queryRaw<{ detail: string }[]>(
        Prisma.sql`EXPLAIN QUERY PLAN ${last}`,
      );
      return steps.map(({ detail }) => detail).join('\n');
    },
  };
}
