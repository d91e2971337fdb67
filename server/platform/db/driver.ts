/**
 * Raw statements, straight to the driver and inside the transaction under way: the database client above it
 * costs several times what a small statement does.
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

/** Where an adapter leaves the driver of the transaction that it has begun for the database client. */
export const begunTransaction = new AsyncLocalStorage<{ driver: Driver | null }>();
