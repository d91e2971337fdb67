/** Opens the database client, and the driver beside it, on a file of SQLite or a pool of connections to PostgreSQL. */
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import type { Database } from '../database.ts';
import type { TransactionDriver } from '../driver.ts';
import { PrismaClient as PostgresqlClient } from '../generated/postgresql/client.ts';
import { PrismaClient as SqliteClient } from '../generated/sqlite/client.ts';
import { type Dialect, ensureFile, sqlitePath } from '../migrations/migrations.ts';
import { postgresqlAdapter, THROUGH_PGBOUNCER } from '../postgresql-adapter.ts';
import { sqliteAdapter } from '../sqlite/sqlite-adapter.ts';

const BUSY_TIMEOUT_MS = 5000;
export const TRANSACTION_TIMEOUT_MS = 60_000;
/** Longest time of a statement on PostgreSQL, a 503 after it: longer than any that a page or an agent waits for. */
export const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_CONNECTION_MS = 10_000;
/**
 * Longest wait for a connection, to a server that does not answer or behind others: a caller is told to come
 * back.
 */
const CONNECT_TIMEOUT_MS = 10_000;
/** Without an excerpt of our source: looking for the calling line costs every query the making of a stack. */
const ERRORS = 'minimal';

export interface OpenedDatabase {
  client: SqliteClient;
  driver: TransactionDriver;
  dialect: Dialect;
  poolUse: Database['poolUse'];
}

export function openSqlite(url: string): OpenedDatabase {
  const path = sqlitePath(url);
  ensureFile(path);
  const { adapter, driver } = sqliteAdapter(path, BUSY_TIMEOUT_MS);
  const client = new SqliteClient({ adapter, errorFormat: ERRORS });
  return { client, driver, dialect: 'sqlite', poolUse: () => null };
}

/** `poolSize` connections stay open; up to `maxOverflow` more are opened under load and closed when idle. `more` comes before all of this. */
export function openPostgresql(
  { url, poolSize, maxOverflow }: Config['database'],
  applicationName: string,
  more: pg.PoolConfig = {},
): OpenedDatabase {
  const { adapter, ...pool } = postgresqlAdapter({
    application_name: applicationName,
    connectionString: url,
    max: poolSize + maxOverflow,
    min: poolSize,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // PgBouncer refuses this parameter: there the role has it (docs/operations.md).
    ...(url.includes(THROUGH_PGBOUNCER) ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
    // A process that stalls in the middle of a transaction must not keep its locks from the others.
    idle_in_transaction_session_timeout: TRANSACTION_TIMEOUT_MS,
    ...more,
  });
  const client = new PostgresqlClient({ adapter, errorFormat: ERRORS });
  // The two generated clients differ only in types that are not used here (isolation levels), which is why
  // this one cast is safe and the SQLite client's type serves as the common one.
  return { client: client as unknown as SqliteClient, dialect: 'postgresql', ...pool };
}
