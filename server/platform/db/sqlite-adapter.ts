/**
 * SQLite through one connection that is kept. The driver gives its connection away with every transaction and opens a
 * new one for what follows, which reads the schema again and costs more than the transaction itself. The adapter lets no
 * other statement in while a transaction is under way, so the one connection can carry both.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Client, Config, InStatement, ResultSet, Transaction } from '@libsql/client';
import { PrismaLibSql } from '@prisma/adapter-libsql';

export class PrismaKeptSqlite extends PrismaLibSql {
  override createClient(config: Config): Client {
    const client = super.createClient(config);
    client.transaction = () => begin(client);
    return client;
  }
}

/**
 * Takes the write lock at once: a transaction that has read and only then wants it may be refused without a wait. The driver
 * works in this thread and its promises are settled when they are made, so that without a turn of the loop in between
 * transaction would follow on transaction while requests wait at the socket.
 */
async function begin(client: Client): Promise<Transaction> {
  await turnOfTheLoop();
  await client.execute('BEGIN IMMEDIATE');
  let closed = false;
  const rollback = async () => {
    if (closed) return;
    closed = true;
    await client.execute('ROLLBACK');
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
        closed = true;
      } catch (error) {
        // The connection lives on, so a transaction that cannot end well must not stay open on it.
        await rollback();
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
