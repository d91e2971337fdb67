/** Puts the database client, and raw statements beside it, on one kept connection to SQLite. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { LRUCache } from 'lru-cache';
import { type Driver, type DriverTransaction, joining, type TransactionDriver } from '../driver.ts';

const MAX_STATEMENTS = 500;
/** A prepared statement keeps the values that it was last run with: larger ones are not kept in memory for it. */
const MAX_VALUE_LENGTH = 50_000;

interface Prepared {
  statement: StatementSync;
  names: string[];
  /** The declared types; null for what is computed. */
  types: (string | null)[];
}

/** What a query gives; `types` are the declared types of the columns, null for what is computed. */
interface SqliteRows {
  names: string[];
  types: (string | null)[];
  rows: unknown[][];
}

class SqliteConnection {
  readonly #path: string;
  readonly #busyTimeoutMs: number;
  #database: DatabaseSync | null = null;
  readonly #prepared = new LRUCache<string, Prepared>({ max: MAX_STATEMENTS });
  #lastInLine: Promise<void> = Promise.resolve();
  #inLine = 0;

  /**
   * The first statement opens the file. Statements wait up to `busyTimeoutMs` for other processes, and this
   * thread with them.
   */
  constructor(path: string, busyTimeoutMs: number) {
    this.#path = path;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /** Throws what the driver throws, with SQLite's code in `errcode`. */
  query(sql: string, values: readonly unknown[]): SqliteRows {
    const { statement, names, types } = this.#prepare(sql, values);
    return { names, types, rows: statement.all(...values.map(toSqlite)) as unknown as unknown[][] };
  }

  /** How many rows the statement changed. */
  execute(sql: string, values: readonly unknown[]): number {
    return Number(this.#prepare(sql, values).statement.run(...values.map(toSqlite)).changes);
  }

  /** Runs statements that are separated by semicolons. */
  script(sql: string): void {
    this.#opened().exec(sql);
  }

  /** Does `work` when no transaction of this connection is under way. */
  async outsideTransactions<T>(work: () => T): Promise<T> {
    if (this.#inLine === 0) return work();
    const unlock = await this.lock();
    try {
      return work();
    } finally {
      unlock();
    }
  }

  /** Waits for its turn, in the order of the calls; whoever comes later waits until the answer is called. */
  async lock(): Promise<() => void> {
    const before = this.#lastInLine;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastInLine = promise;
    this.#inLine += 1;
    await before;
    return () => {
      this.#inLine -= 1;
      resolve();
    };
  }

  close(): void {
    this.#prepared.clear();
    this.#database?.close();
    this.#database = null;
  }

  #opened(): DatabaseSync {
    this.#database ??= new DatabaseSync(this.#path, { timeout: this.#busyTimeoutMs });
    return this.#database;
  }

  #prepare(sql: string, values: readonly unknown[]): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      if (values.some(isLarge)) this.#prepared.delete(sql);
      return known;
    }
    const statement = this.#opened().prepare(withEscape(sql));
    statement.setReturnArrays(true);
    const columns = statement.columns();
    const prepared = {
      statement,
      names: columns.map(({ name }) => name),
      types: columns.map(({ type }) => type),
    };
    if (!values.some(isLarge)) this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function isLarge(value: unknown): boolean {
  return (typeof value === 'string' || value instanceof Uint8Array) && value.length > MAX_VALUE_LENGTH;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? sqliteTime(value) : (value as SQLInputValue);
}

/** A moment as SQLite's columns hold it. */
function sqliteTime(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}+00:00`;
}

/** A pattern that is a value, or made of one: `LIKE ?`, `LIKE ('%' || ? || '%')`. */
const LIKE_VALUE = / LIKE (?:\?|\([^()]*\?[^()]*\))/g;

/**
 * Gives LIKE the escape character that it has on PostgreSQL without being told; here it has none unless the
 * statement names one, which the database client's own filters do not.
 */
function withEscape(sql: string): string {
  return sql.includes(' LIKE ') ? sql.replaceAll(LIKE_VALUE, "$& ESCAPE '\\'") : sql;
}

const NAME = { provider: 'sqlite', adapterName: 'node-sqlite' } as const;

/** When a statement may run: outside of transactions, or in one that has not ended. */
type Gate = <T>(work: () => T) => Promise<T>;

/** The adapter of a file for the database client, and the driver for statements outside of transactions. */
export function sqliteAdapter(
  path: string,
  busyTimeoutMs: number,
): { adapter: SqlDriverAdapterFactory; driver: TransactionDriver } {
  const connection = new SqliteConnection(path, busyTimeoutMs);
  const gate: Gate = (work) => connection.outsideTransactions(work);
  const adapter: SqlDriverAdapter = {
    ...queryable(connection, gate),
    executeScript: (script) => gate(() => reported(() => connection.script(script))),
    startTransaction: async () => begun.handed() ?? (await ownTransaction(connection)),
    dispose: () => Promise.resolve(connection.close()),
  };
  return {
    adapter: { ...NAME, connect: () => Promise.resolve(adapter) },
    driver: { ...driverOf(connection, gate), begin: () => begin(connection) },
  };
}

const begun = joining<Transaction>();

function queryable(connection: SqliteConnection, gate: Gate): SqlQueryable {
  return {
    ...NAME,
    queryRaw: (query) => gate(() => reported(() => resultOf(connection.query(query.sql, valuesOf(query))))),
    executeRaw: (query) => gate(() => reported(() => connection.execute(query.sql, valuesOf(query)))),
  };
}

function driverOf(connection: SqliteConnection, gate: Gate): Driver {
  return {
    query: ({ sql, values }) => gate(() => namedRows(connection.query(sql, values))),
    execute: ({ sql, values }) => gate(() => connection.execute(sql, values)),
  };
}

/** A transaction that has kept the loop so long lets others have a turn before its next statement. */
const SLICE_MS = 10;

interface Begun {
  gate: Gate;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/**
 * Takes the write lock at once: a transaction that has read and only then wants it may be refused without a
 * wait. The driver works in this thread, so that without a turn of the loop in between transaction would
 * follow on transaction while requests wait at the socket.
 */
async function beginImmediate(connection: SqliteConnection): Promise<Begun> {
  const unlock = await connection.lock();
  try {
    await turnOfTheLoop();
    connection.execute('BEGIN IMMEDIATE', []);
  } catch (error) {
    unlock();
    throw error;
  }
  let hasEnded = false;
  const pause = createPause();
  return {
    async gate(work) {
      if (!hasEnded) await pause();
      if (hasEnded) throw new Error('the transaction has ended');
      return work();
    },
    async end(how) {
      if (hasEnded) return;
      hasEnded = true;
      try {
        await pause();
        connection.execute(how, []);
      } catch (error) {
        // The connection lives on, so a transaction that cannot end well must not stay open on it.
        rollBack(connection);
        throw error;
      } finally {
        unlock();
      }
    },
  };
}

/** Waits for a turn of the loop where the last one is too long ago: statements on large rows take their time. */
function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await turnOfTheLoop();
    since = performance.now();
  };
}

async function begin(connection: SqliteConnection): Promise<DriverTransaction> {
  const { gate, end } = await beginImmediate(connection);
  const nothing = () => Promise.resolve();
  return {
    ...driverOf(connection, gate),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
    joined: (work) =>
      begun.join(
        clientTransaction(queryable(connection, gate), { commit: nothing, rollback: nothing }),
        work,
      ),
  };
}

/** One that the database client begins and ends by itself. */
async function ownTransaction(connection: SqliteConnection): Promise<Transaction> {
  const { gate, end } = await beginImmediate(connection).catch(thrownReported);
  return clientTransaction(queryable(connection, gate), {
    commit: () => end('COMMIT').catch(thrownReported),
    rollback: () => end('ROLLBACK').catch(thrownReported),
  });
}

/** A transaction as the database client takes it. */
function clientTransaction(
  inside: SqlQueryable,
  ends: Pick<Transaction, 'commit' | 'rollback'>,
): Transaction {
  const run = async (sql: string) => void (await inside.executeRaw({ sql, args: [], argTypes: [] }));
  return {
    ...inside,
    ...ends,
    options: { usePhantomQuery: true },
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  };
}

/** Where there is no space for a transaction, SQLite may have rolled it back by itself. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.execute('ROLLBACK', []);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
  }
}

const COLUMN_TYPES: Record<string, ColumnType> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  REAL: ColumnTypeEnum.Double,
  BOOLEAN: ColumnTypeEnum.Boolean,
  DATETIME: ColumnTypeEnum.DateTime,
  BLOB: ColumnTypeEnum.Bytes,
};

function resultOf({ names, types, rows }: SqliteRows): SqlResultSet {
  const columnTypes = types.map(
    (type, index) =>
      COLUMN_TYPES[type ?? ''] ?? computedType(rows.find((row) => row[index] !== null)?.[index]),
  );
  return { columnNames: names, columnTypes, rows: rows as SqlResultSet['rows'] };
}

/** Of a column that no table declares, by its first value. */
function computedType(value: unknown): ColumnType {
  if (typeof value === 'string') return ColumnTypeEnum.Text;
  if (value instanceof Uint8Array) return ColumnTypeEnum.Bytes;
  return value === undefined ? ColumnTypeEnum.Int32 : ColumnTypeEnum.UnknownNumber;
}

function valuesOf({ args, argTypes }: SqlQuery): unknown[] {
  return args.map((value, index) => {
    if (typeof value !== 'string') return value;
    switch (argTypes[index]?.scalarType) {
      case 'datetime':
        return sqliteTime(new Date(value));
      case 'bigint':
        return BigInt(value);
      case 'decimal':
        return Number(value);
      case 'bytes':
        return Buffer.from(value, 'base64');
      default:
        return value;
    }
  });
}

function namedRows({ names, types, rows }: SqliteRows): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, fromSqlite(row[index], types[index] ?? null)])),
  );
}

function fromSqlite(value: unknown, type: string | null): unknown {
  if (type === 'BOOLEAN' && value !== null) return Boolean(value);
  return type === 'DATETIME' && typeof value === 'string' ? new Date(value) : value;
}

/** Does `work` and throws its errors in the form that the database client understands. */
function reported<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return thrownReported(error);
  }
}

function thrownReported(error: unknown): never {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) throw error;
  const { errcode, message } = error;
  throw new DriverAdapterError({
    originalCode: String(errcode),
    originalMessage: message,
    ...mappedError(errcode, message),
  });
}

const BUSY = 5;
const CONSTRAINT = { unique: 2067, primaryKey: 1555, notNull: 1299, foreignKey: 787, trigger: 1811 };

/** SQLite's extended result code (https://www.sqlite.org/rescode.html) in the terms of the database client. */
function mappedError(code: number, message: string): MappedError {
  const fields = message.split('constraint failed: ').at(1)?.split(', ') ?? [];
  const constraint = { fields: fields.map((field) => field.split('.').at(-1) ?? field) };
  switch (code) {
    case CONSTRAINT.unique:
    case CONSTRAINT.primaryKey:
      return { kind: 'UniqueConstraintViolation', constraint };
    case CONSTRAINT.notNull:
      return { kind: 'NullConstraintViolation', constraint };
    case CONSTRAINT.foreignKey:
    case CONSTRAINT.trigger:
      return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
    default:
      return (code & 0xff) === BUSY
        ? { kind: 'SocketTimeout' }
        : { kind: 'sqlite', extendedCode: code, message };
  }
}
