/**
 * Statements and transactions straight on the driver: the database client above it costs several times what a
 * small statement does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma } from './generated/sqlite/client.ts';

/** Runs statements on one connection, or on any of a pool. */
export interface Driver {
  /**
   * The rows by their columns' names. Times are `Date`, whether true or not is `boolean`, and what may exceed
   * a number (a count, on PostgreSQL) is `bigint`.
   */
  query(statement: Prisma.Sql): Promise<Record<string, unknown>[]>;
  /** How many rows the statement changed. */
  execute(statement: Prisma.Sql): Promise<number>;
}

export interface TransactionDriver extends Driver {
  begin(): Promise<DriverTransaction>;
}

/** A transaction under way. After its end every statement is refused. */
export interface DriverTransaction extends Driver {
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Does `work`: the transaction that the database client begins there is this one, and the client ends nothing. */
  joined<T>(work: () => T): T;
}

/** Hands the transaction that was begun on a driver to the adapter of the database client. */
export function joining<Handed>() {
  const storage = new AsyncLocalStorage<Handed>();
  return {
    join: <T>(handed: Handed, work: () => T): T => storage.run(handed, work),
    /** Undefined where the client begins one by itself, as it does for a query that takes several statements. */
    handed: (): Handed | undefined => storage.getStore(),
  };
}
