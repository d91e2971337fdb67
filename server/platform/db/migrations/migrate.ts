/**
 * Applies the pending migrations at start-up, under a lock, so that any number of processes may start at
 * once: one applies, the others wait and find nothing to do. A file that fails leaves nothing behind.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { projectRoot } from '../../shared.ts';
import { openPool } from '../postgresql-adapter.ts';
import {
  type AppliedMigration,
  ensureFile,
  type Migration,
  MigrationError,
  pendingMigrations,
  readMigrations,
  sqlitePath,
} from './migrations.ts';

/** The folder of this version's migrations. */
export const MIGRATIONS = join(projectRoot(), 'prisma/migrations/postgresql');
const LOCK_WAIT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The advisory lock's key: "whet" in ASCII. */
const ADVISORY_LOCK = 0x77686574;

/** Limits that a role may have. Not all of them are known to each version of PostgreSQL. */
const LIMITS = ['statement', 'lock', 'transaction', 'idle_in_transaction_session'].map(
  (limit) => `'${limit}_timeout'`,
);

/**
 * Begins a transaction that alone holds the lock of migrations, however long others do and it takes: limits of the role do not
 * hold for it, but that of waiting for other locks. It keeps no snapshot, which taking out a partition would wait for.
 */
export async function beginAlone(client: pg.Client): Promise<void> {
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN (${LIMITS.join(', ')});
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCK});
    SET LOCAL lock_timeout TO DEFAULT`);
}

/** Brings the database at `url` up to date; returns the names of the files that were applied now. */
export async function migrate(url: string, folder = MIGRATIONS): Promise<string[]> {
  return url.startsWith('file:')
    ? migrateSqlite(url, readMigrations(folder, 'sqlite'))
    : await migratePostgresql(url, readMigrations(folder, 'postgresql'));
}

/**
 * A transaction for each file, so that the locks on tables of one do not last while the next ones work: processes of the
 * version before are writing to these tables.
 */
async function migratePostgresql(url: string, known: Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  const applied: string[] = [];
  try {
    let next = await applyNext(client, known, () => migrateQueue(url));
    while (next !== null) {
      applied.push(next);
      next = await applyNext(client, known);
    }
    return applied;
  } finally {
    // What was not committed is rolled back.
    await client.end();
  }
}

/**
 * Brings the tables of Graphile Worker, the queue of jobs, up to date. Throws {@link MigrationError} where a newer version
 * has been there.
 */
async function migrateQueue(url: string): Promise<void> {
  // Loaded only where the database is PostgreSQL.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = openPool({ connectionString: url, max: 1 });
  const exitCode = process.exitCode;
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsafe to continue')) {
      process.exitCode = exitCode;
      throw new MigrationError(error.message);
    }
    throw error;
  } finally {
    await pgPool.end();
  }
}

/**
 * Applies the first pending file in one transaction, which alone holds the lock: PgBouncer may give the next statement
 * outside of one another connection, and a lock of a session would stay with the first. Null where nothing is pending.
 */
async function applyNext(
  client: pg.Client,
  known: Migration[],
  prepare?: () => Promise<void>,
): Promise<string | null> {
  await beginAlone(client);
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TIMESTAMP(3) NOT NULL)',
  );
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum FROM schema_migrations');
  const [next] = pendingMigrations(known, rows);
  await prepare?.();
  if (next !== undefined) {
    await client.query(next.sql);
    await client.query("INSERT INTO schema_migrations VALUES ($1, $2, (now() at time zone 'utc'))", [
      next.name,
      next.checksum,
    ]);
  }
  await client.query('COMMIT');
  return next?.name ?? null;
}

/**
 * SQLite: foreign keys go off before the transaction, where the pragma still has an effect, and are checked
 * before the commit.
 */
function migrateSqlite(url: string, known: Migration[]): string[] {
  const path = sqlitePath(url);
  ensureFile(path);
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA foreign_keys = OFF');
    database.exec('BEGIN IMMEDIATE');
    const names = applySqlite(database, known);
    database.exec('COMMIT');
    // It holds up every writer until no reader is left: nothing to do to a gateway at work without need.
    if (names.length > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return names;
  } finally {
    // What was not committed is rolled back.
    database.close();
  }
}

function applySqlite(database: DatabaseSync, known: Migration[]): string[] {
  database.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at DATETIME NOT NULL)',
  );
  const pending = pendingMigrations(known, readApplied(database));
  const note = database.prepare('INSERT INTO schema_migrations VALUES (?, ?, ?)');
  for (const { name, checksum, sql } of pending) {
    database.exec(sql);
    note.run(name, checksum, new Date().toISOString());
  }
  const broken = database.prepare('PRAGMA foreign_key_check').all();
  if (broken.length > 0) throw new Error('a migration left rows without their parent');
  return pending.map(({ name }) => name);
}

/** The migrations that a database on SQLite has had; none where it is another program's. */
export function readApplied(database: DatabaseSync): AppliedMigration[] {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get() === undefined)
    return [];
  const rows = database.prepare('SELECT name, checksum FROM schema_migrations').all();
  return rows.map((row) => ({ name: String(row['name']), checksum: String(row['checksum']) }));
}
