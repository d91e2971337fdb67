/**
 * The database as the rest of the program sees it: reads on a pool, writes in transactions that are atomic
 * and are run again when they lose against another one. Queries themselves are written in stores only.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { asForeground, isBackground } from '../request-context.ts';
import { traced, tracedStatement } from '../tracing/traced.ts';
import { nextTurn } from '../turns.ts';
import type { Driver, TransactionDriver } from './driver.ts';
import { PrismaClient as PostgresqlClient } from './generated/postgresql/client.ts';
import { PrismaClient as SqliteClient } from './generated/sqlite/client.ts';
import { createHealth, type Health } from './health.ts';
import { joinedClient } from './joined-client.ts';
import { type Dialect, ensureFolder, sqlitePath } from './migrations/migrations.ts';
import { postgresqlAdapter, THROUGH_PGBOUNCER } from './postgresql-adapter.ts';
import type { PoolUse } from './postgresql-pool.ts';
import { clientOf, isDatabaseBusy, isWriteConflict, type Prisma, type Tx, txOf } from './prisma.ts';
import { sqliteAdapter } from './sqlite/sqlite-adapter.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './trouble.ts';

export { afterCommit, type Tx } from './prisma.ts';

const BUSY_TIMEOUT_MS = 5000;
const BUSY_PAUSE_MS = 10;
/**
 * SQLite is not fair to anyone who waits for another process: beside one that writes without end a turn can
 * take long.
 */
const BUSY_PATIENCE_MS = 30_000;
const TRANSACTION_TIMEOUT_MS = 60_000;
const WRITE_ATTEMPTS = 5;
const IDLE_CONNECTION_MS = 10_000;
/**
 * Longest wait for a connection, to a server that does not answer or behind others: a caller is told to come
 * back.
 */
const CONNECT_TIMEOUT_MS = 10_000;
/** As much is written to learn whether anything can be: about what a request stores. */
const PROBE_BYTES = 48_000;
/** Once something found no space, as much must fit again: what a large request stores. */
const ROOM_BYTES = 2_000_000;
const PROBE_KEY = 'write-probe';
/** A key that is never stored. */
const WARM_UP_KEY = 'warm-up';
/** Without an excerpt of our source: looking for the calling line costs every query the making of a stack. */
const ERRORS = 'minimal';

// Registered globally: the dashboard's bundle has a copy of this module, and its errors are recognized here.
const ROWS_GONE = Symbol.for('whetstone.rows-gone');

/**
 * Rows that a transaction rests on were removed, or replaced, since they were read: it must write nothing.
 * `ids` are theirs, as far as they are known.
 */
export class RowsGone extends Error {
  readonly [ROWS_GONE] = true;
  override readonly name = 'RowsGone';
  readonly ids: ReadonlySet<string>;

  constructor(ids: Iterable<string>) {
    super('rows that the work rests on are gone');
    this.ids = new Set(ids);
  }
}

/** Whether `error` is a {@link RowsGone}. */
export function isRowsGone(error: unknown): error is RowsGone {
  return typeof error === 'object' && error !== null && ROWS_GONE in error;
}

export interface Database {
  readonly dialect: Dialect;
  /** Runs reads outside a transaction. */
  readonly read: Tx;
  /** Runs `work` in one transaction; all of it happens or none. `work` may be run again after a conflict. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws where the database cannot be reached or takes no writes. */
  ping(): Promise<void>;
  /** Loads what the first query and the first transaction load, which takes a tenth of a second. */
  warmUp(): Promise<void>;
  /** The use of the pool of connections; null where there is none, on SQLite. */
  poolUse(): PoolUse | null;
  close(): Promise<void>;
}

/**
 * Opens the database of `config`; it must have been migrated. Whatever is wrong with the database itself is
 * thrown as {@link DatabaseUnavailable} and told to `log` once. PostgreSQL shows its connections under
 * `applicationName`, unless the address names another.
 */
export function openDatabase(
  config: Config['database'],
  log: Log | null = null,
  applicationName = 'whetstone',
): Database {
  const opened = config.url.startsWith('file:')
    ? openSqlite(config.url)
    : openPostgresql(config, applicationName);
  const { dialect, poolUse } = opened;
  const health: Health = createHealth(log, (trouble) =>
    probeWrites(client, health, trouble === 'full' ? ROOM_BYTES : PROBE_BYTES),
  );
  const client = watched(opened.client, health);
  const driver = watchedDriver(opened.driver, health);
  const runOnce = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const after: (() => void)[] = [];
    const begun = await opened.driver.begin();
    const joined = joinedClient(client, begun, TRANSACTION_TIMEOUT_MS);
    let result: T;
    try {
      const tx = txOf(joined.client, { driver: watchedDriver(begun, health), after });
      result = await withinTime(work(tx));
      await joined.end();
    } catch (error) {
      // What broke the transaction is what its caller is to hear of.
      await begun.rollback().catch(() => undefined);
      await joined.end();
      throw error;
    }
    await begun.commit();
    for (const act of after) act();
    return result;
  };
  const writeNow = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const busyUntil = performance.now() + BUSY_PATIENCE_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        // SQLite does not wait where a transaction that has read wants to write while another process does.
        const busy = dialect === 'sqlite' && isDatabaseBusy(error) && performance.now() < busyUntil;
        if (busy) await sleep(BUSY_PAUSE_MS);
        else if (attempt >= WRITE_ATTEMPTS || !isWriteConflict(error)) throw error;
      }
    }
  };
  // SQLite does one transaction at a time, in the order in which they come. Jobs come one by one, so that a
  // request never finds those of all jobs before its own.
  const jobsLane = new PQueue({ concurrency: 1 });
  const writeInBackground = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const begin = async () => {
      await nextTurn();
      return await asForeground(() => writeNow(work));
    };
    return await (dialect === 'sqlite' ? jobsLane.add(begin) : begin());
  };
  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      const result = await (isBackground() ? writeInBackground(work) : writeNow(work));
      health.wrote();
      return result;
    } catch (error) {
      throw health.failed(isWriteConflict(error) ? new DatabaseUnavailable('busy', error) : error);
    }
  };
  return {
    dialect,
    read: txOf(client, { driver }),
    write,
    async ping() {
      await client.$queryRaw`SELECT 1`;
      await health.requireWrites();
    },
    async warmUp() {
      // Each of them compiles a part of the query compiler that the others leave alone.
      const key = WARM_UP_KEY;
      await client.serviceState.findMany({
        where: { OR: [{ key: { in: [key] } }, { value: { contains: key } }] },
      });
      await client.serviceState.findMany({ where: { key }, orderBy: { key: 'desc' }, take: 1 });
      await write((tx) => clientOf(tx).$queryRaw`SELECT 1`);
    },
    poolUse,
    close: () => client.$disconnect(),
  };
}

/** The client with every error of the database itself made known. */
function watched(client: SqliteClient, health: Health): SqliteClient {
  const extended = client.$extends({
    query: {
      async $allOperations({ model, operation, args, query }) {
        try {
          if (isBackground()) await nextTurn();
          const result: unknown = await traced(`${model ?? 'raw'}.${operation}`, () => query(args));
          health.succeeded();
          return result;
        } catch (error) {
          throw health.failed(error);
        }
      },
    },
  });
  // Prisma types it without `$on` and with transactions over its own type; nothing else differs, so the cast is safe.
  return extended as unknown as SqliteClient;
}

/** The driver, with every error of the database itself made known. */
function watchedDriver(driver: Driver, health: Health): Driver {
  const watch =
    <T>(run: (statement: Prisma.Sql) => Promise<T>) =>
    async (statement: Prisma.Sql) => {
      try {
        if (isBackground()) await nextTurn();
        const result = await tracedStatement(statement.sql, () => run(statement));
        health.succeeded();
        return result;
      } catch (error) {
        throw health.failed(error);
      }
    };
  return { query: watch(driver.query), execute: watch(driver.execute) };
}

/** Rejects where a transaction lasts longer than any should: others wait for its locks. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLong = () => reject(new DatabaseUnavailable('busy', new Error('a transaction took too long')));
  const timer = setTimeout(tooLong, TRANSACTION_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes so much, and takes it away again. Where somebody else is writing, writes succeed. */
async function probeWrites(client: SqliteClient, health: Health, bytes: number): Promise<void> {
  const value = randomBytes(bytes / 2).toString('hex');
  try {
    await client.$executeRaw`
      INSERT INTO service_state (key, value) VALUES (${PROBE_KEY}, ${value})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
    await client.$executeRaw`DELETE FROM service_state WHERE key = ${PROBE_KEY}`;
  } catch (error) {
    const reported = health.failed(error);
    if (!(isDatabaseUnavailable(reported) && reported.trouble === 'busy')) throw reported;
  }
}

interface OpenedDatabase {
  client: SqliteClient;
  driver: TransactionDriver;
  dialect: Dialect;
  poolUse: Database['poolUse'];
}

function openSqlite(url: string): OpenedDatabase {
  const path = sqlitePath(url);
  ensureFolder(path);
  const { adapter, driver } = sqliteAdapter(path, BUSY_TIMEOUT_MS);
  const client = new SqliteClient({ adapter, errorFormat: ERRORS });
  return { client, driver, dialect: 'sqlite', poolUse: () => null };
}

/** `poolSize` connections stay open; up to `maxOverflow` more are opened under load and closed when idle. */
function openPostgresql(
  { url, poolSize, maxOverflow, statementTimeoutMs }: Config['database'],
  applicationName: string,
): OpenedDatabase {
  const { adapter, ...pool } = postgresqlAdapter({
    application_name: applicationName,
    connectionString: url,
    max: poolSize + maxOverflow,
    min: poolSize,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // PgBouncer refuses this parameter: there the role has it (docs/operations.md).
    ...(url.includes(THROUGH_PGBOUNCER) ? {} : { statement_timeout: statementTimeoutMs }),
    // A process that stalls in the middle of a transaction must not keep its locks from the others.
    idle_in_transaction_session_timeout: TRANSACTION_TIMEOUT_MS,
  });
  const client = new PostgresqlClient({ adapter, errorFormat: ERRORS });
  // The two generated clients differ only in types that are not used here (isolation levels), which is why
  // this one cast is safe and the SQLite client's type serves as the common one.
  return { client: client as unknown as SqliteClient, dialect: 'postgresql', ...pool };
}

// JSON columns are text: what is read back is exactly what was stored, on both engines.

/** The text of a JSON column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The value of a JSON column; the caller's type is what the column was written with. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** As {@link fromJson}, for a column that may be empty. */
export function fromJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : fromJson<T>(text);
}
