/**
 * SQLite through one connection that is kept. The driver gives its connection away with every transaction and
 * opens a new one for what follows, which reads the schema again and costs more than the transaction itself.
 * The adapter lets no other statement in while a transaction is under way, so the one connection can carry
 * both.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import {
  type Client,
  type Config,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import { PrismaLibSql } from '@prisma/adapter-libsql';

export class PrismaKeptSqlite extends PrismaLibSql {
  override createClient(config: Config): Client {
    const client = super.createClient(config);
    const kept = { client, inTransaction: false };
    escapeInLike(client);
    healAfterErrors(kept);
    client.transaction = () => begin(kept);
    return client;
  }
}

/**
 * Gives LIKE the escape character that it has on PostgreSQL without being told; here it has none unless the
 * statement names one, which the database client's own filters do not.
 */
function escapeInLike(client: Client): void {
  const execute = client.execute.bind(client);
  client.execute = (statement: InStatement): Promise<ResultSet> =>
    execute(
      typeof statement === 'string' ? escaping(statement) : { ...statement, sql: escaping(statement.sql) },
    );
}

/** A pattern that is a value, or made of one: `LIKE ?`, `LIKE ('%' || ? || '%')`. */
const LIKE_VALUE = / LIKE (?:\?|\([^()]*\?[^()]*\))/g;

function escaping(sql: string): string {
  return sql.includes(' LIKE ') ? sql.replaceAll(LIKE_VALUE, "$& ESCAPE '\\'") : sql;
}

/** After these a statement is left half begun. */
const HALF_BEGUN = ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR'];

function leftHalfBegun(error: unknown): boolean {
  return error instanceof LibsqlError && HALF_BEGUN.includes(error.code);
}

/** Where there is no space for a transaction, SQLite may have rolled it back by itself. */
function hasEnded(error: unknown): boolean {
  return error instanceof LibsqlError && error.message.includes('no transaction is active');
}

interface Kept {
  readonly client: Client;
  inTransaction: boolean;
}

/**
 * A statement that waited for another process in vain, or found no space, is left half begun by the driver
 * until its garbage is collected, and no transaction of its connection can be committed before: so the
 * connection is given up and another one opened.
 */
function healAfterErrors(kept: Kept): void {
  const { client } = kept;
  const execute = client.execute.bind(client);
  client.execute = async (statement: InStatement): Promise<ResultSet> => {
    try {
      return await execute(statement);
    } catch (error) {
      if (leftHalfBegun(error) && !kept.inTransaction) await client.reconnect();
      throw error;
    }
  };
}

/**
 * Takes the write lock at once: a transaction that has read and only then wants it may be refused without a
 * wait. The driver works in this thread and its promises are settled when they are made, so that without a
 * turn of the loop in between transaction would follow on transaction while requests wait at the socket.
 */
async function begin(kept: Kept): Promise<Transaction> {
  const { client } = kept;
  await turnOfTheLoop();
  await client.execute('BEGIN IMMEDIATE');
  kept.inTransaction = true;
  let closed = false;
  const end = () => {
    closed = true;
    kept.inTransaction = false;
  };
  const rollback = async () => {
    if (closed) return;
    end();
    try {
      await client.execute('ROLLBACK');
    } catch (error) {
      if (!hasEnded(error)) throw error;
    }
  };
  return {
    execute: (statement: InStatement) => client.execute(statement),
    batch: async (statements) => {
      const results: ResultSet[] = [];
      for (const statement of statements) results.push(await client.execute(statement));
      return results;
    },
    executeMultiple: (sql) => client.executeMultiple(sql),
    async commit() {
      try {
        await client.execute('COMMIT');
        end();
      } catch (error) {
        // The connection lives on, so a transaction that cannot end well must not stay open on it.
        await rollback();
        if (leftHalfBegun(error)) await client.reconnect();
        throw error;
      }
    },
    rollback,
    close: () => void rollback(),
    get closed() {
      return closed;
    },
  };
}
