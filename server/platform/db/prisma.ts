/**
 * The one way to the generated client. Only a feature's `store.ts` may import this file (a build rule holds
 * that), so a query cannot be written anywhere else. The SQLite client's type is the common one: what it
 * lacks, such as case-insensitive filters, must not be used, because both engines run the same queries.
 */

import { z } from 'zod';
import { inChunks } from '../../domain/in-chunks.ts';
import type { Driver } from './driver.ts';
import { Prisma, type PrismaClient } from './generated/sqlite/client.ts';

export { Prisma } from './generated/sqlite/client.ts';

// Registered globally: the dashboard's bundle has a copy of this module, and handles pass between the two.
const CLIENT: unique symbol = Symbol.for('whetstone.db-client');
const AFTER: unique symbol = Symbol.for('whetstone.db-after-commit');

/** What a query runs on: the pool, or the transaction under way. */
export type Client = Omit<Prisma.TransactionClient, '$queryRawUnsafe' | '$executeRawUnsafe'>;

/** A handle on the database that only stores can open. */
export interface Tx {
  readonly [CLIENT]: Client;
  /** What is to be done once the transaction is committed; absent outside of one. */
  readonly [AFTER]?: (() => void)[];
}

/** The parts of a handle that belong to the database or to one transaction. */
interface TxParts {
  /** Takes the raw statements, on the same connection as the client; the client itself does where there is none. */
  driver?: Driver;
  after?: (() => void)[];
}

/** Wraps a client, so that use cases can pass it on without being able to query with it. */
export function txOf(client: Client | PrismaClient, { driver, after }: TxParts = {}): Tx {
  const used = driver === undefined ? client : withDriver(client, driver);
  return after === undefined ? { [CLIENT]: used } : { [CLIENT]: used, [AFTER]: after };
}

function withDriver(client: Client | PrismaClient, driver: Driver): Client {
  const raw = {
    $queryRaw: (...statement: RawStatement) => driver.query(sqlOf(...statement)),
    $executeRaw: (...statement: RawStatement) => driver.execute(sqlOf(...statement)),
  };
  // Not by assignment, which the client below would take for one of its own properties.
  return Object.create(client, Object.getOwnPropertyDescriptors(raw)) as Client;
}

export type RawStatement = [statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]];

export function sqlOf(...[statement, ...values]: RawStatement): Prisma.Sql {
  return 'values' in statement && 'sql' in statement ? statement : Prisma.sql(statement, ...values);
}

/** Does `work` when the transaction is committed, and never where it fails; outside of one, now. */
export function afterCommit(tx: Tx, work: () => void): void {
  const after = tx[AFTER];
  if (after === undefined) work();
  else after.push(work);
}

/** The client behind a handle. */
export function clientOf(tx: Tx): Client {
  return tx[CLIENT];
}

/**
 * What a page's rows are compared with, from a cursor. A number is compared as one regardless of its size:
 * PostgreSQL reads it as the type of what it stands beside otherwise, and fails where that is an integer.
 */
export function sortKey(key: string | number): Prisma.Sql {
  return typeof key === 'number' ? Prisma.sql`CAST(${key} AS DOUBLE PRECISION)` : Prisma.sql`${key}`;
}

/**
 * What one list of a query may hold. On SQLite a statement of the client takes fewer than 1,000 parameters,
 * and of two lists, or of one in a query that is cut by `take`, it makes no smaller ones by itself.
 */
const LIST_LENGTH = 400;

/** A list of any length, each value once, in pieces of which two fit into one statement. */
export function inPieces<T>(values: Iterable<T>): T[][] {
  return [...inChunks([...new Set(values)], LIST_LENGTH)];
}

/**
 * Whether a transaction lost against another one and may be run again: by the database client's code, or by
 * PostgreSQL's where the statement was raw.
 */
export function isWriteConflict(error: unknown): boolean {
  return ['P2034', ROW_GONE, SERIALIZATION_FAILURE, DEADLOCK].some((code) => hasCode(error, code));
}

/** What a row refers to is gone, also where the transaction has locked it: with the partition that it was in. */
const ROW_GONE = 'P2003';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Whether a write on SQLite failed because another process was writing. */
export function isDatabaseBusy(error: unknown): boolean {
  return hasCode(error, 'P1008') || SQLITE_BUSY.safeParse(error).success;
}

const SQLITE_BUSY = z.object({ errcode: z.number().refine((code) => (code & 0xff) === 5) });

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
