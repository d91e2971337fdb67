/**
 * SQLite through Node's own driver: one connection that is kept, with the statements that were prepared on it.
 * The driver works in this thread, so one connection serves as well as many.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

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
export interface SqliteRows {
  names: string[];
  types: (string | null)[];
  rows: unknown[][];
}

export class SqliteConnection {
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
export function sqliteTime(moment: Date): string {
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
