/** Puts the database client, and raw statements beside it, on one pool of connections to PostgreSQL. */
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { type Driver, type DriverTransaction, joining, type TransactionDriver } from './driver.ts';

const heardElsewhere = () => undefined;

/** How many connections of a pool are there, and how many callers wait for one. */
export interface PoolUse {
  idle: number;
  used: number;
  max: number;
  pending: number;
}

function useOfPool(pool: pg.Pool): PoolUse {
  const { idleCount: idle, totalCount, waitingCount: pending, options } = pool;
  return { idle, used: totalCount - idle, max: options.max, pending };
}

/** A pool that survives the end of any of its connections. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', heardElsewhere);
  pool.on('connect', (client) => void client.on('error', heardElsewhere));
  return pool;
}

interface PostgresqlAdapter {
  adapter: PrismaPg;
  /** For statements outside of transactions. */
  driver: TransactionDriver;
  poolUse(): PoolUse;
}

/** The adapter of a new pool for the database client, and what else is on that pool. */
export function postgresqlAdapter(config: pg.PoolConfig): PostgresqlAdapter {
  const pool = openPool(config);
  const nameOf = config.connectionString?.includes(THROUGH_PGBOUNCER) ? () => undefined : statementNames();
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  // `pool.query` takes its connections with a callback, which has to stay possible. The adapter takes one without
  // for each transaction, and for nothing else.
  const connectWith: (callback: never) => void = pool.connect.bind(pool);
  pool.connect = ((callback?: never) =>
    callback === undefined ? joinedOr(connect) : connectWith(callback)) as typeof pool.connect;
  // The driver takes `undefined`, as of a statement without a name.
  const statementNameGenerator = ({ sql }: { sql: string }) => nameOf(sql) as string;
  return {
    adapter: new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator }),
    driver: { ...driverOf(pool, nameOf), begin: async () => await begin(await connect(), nameOf) },
    poolUse: () => useOfPool(pool),
  };
}

const begun = joining<pg.PoolClient>();

const joinedOr = async (connect: () => Promise<pg.PoolClient>) => begun.handed() ?? (await connect());

async function begin(client: pg.PoolClient, nameOf: NameOf): Promise<DriverTransaction> {
  let hasEnded = false;
  const end = async (statement: string) => {
    if (hasEnded) return;
    hasEnded = true;
    try {
      await client.query(statement);
      client.release();
    } catch (error) {
      // Nobody knows what state it is in.
      client.release(true);
      throw error;
    }
  };
  try {
    await client.query('BEGIN');
  } catch (error) {
    client.release(true);
    throw error;
  }
  const driver = driverOf(client, nameOf);
  const inTime = <T>(work: () => Promise<T>): Promise<T> =>
    hasEnded ? Promise.reject(new Error('the transaction has ended')) : work();
  return {
    query: (statement) => inTime(() => driver.query(statement)),
    execute: (statement) => inTime(() => driver.execute(statement)),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
    joined: (work) => begun.join(joinedClient(client), work),
  };
}

/** What the adapter says to begin and to end a transaction; someone else does that. */
const CONTROL = new Set(['BEGIN', 'COMMIT', 'ROLLBACK']);
const NOTHING_DONE = { rows: [], rowCount: 0, fields: [], command: '', oid: 0 };

/** The parts of a connection that the adapter uses of one that it neither begins on nor gives back. */
function joinedClient(client: pg.PoolClient): pg.PoolClient {
  const parts = {
    query: (config: pg.QueryArrayConfig) =>
      CONTROL.has(config.text) ? Promise.resolve(NOTHING_DONE) : client.query(config),
    on: client.on.bind(client),
    removeListener: client.removeListener.bind(client),
    release: () => undefined,
  };
  return parts as unknown as pg.PoolClient;
}

/** The name under which a statement stays prepared on each connection; none for one that does not. */
type NameOf = (text: string) => string | undefined;

/**
 * In a database's address, says that connections go through PgBouncer, which may give each transaction another one on
 * the server; Prisma's name for it.
 */
export const THROUGH_PGBOUNCER = 'pgbouncer=true';

/** Each takes some 10 to 50 kB of each connection's memory on the server. */
const MAX_PREPARED = 200;
/** Longer ones hold many rows, and there is one for each number of rows. */
const MAX_PREPARED_LENGTH = 3000;

/** Statements are prepared from the second time on, up to a number: what a process repeats, it repeats early. */
function statementNames(): NameOf {
  const names = new Map<string, string>();
  const seenOnce = new LRUCache<string, true>({ max: 10 * MAX_PREPARED });
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === MAX_PREPARED || text.length > MAX_PREPARED_LENGTH) return name;
    if (!seenOnce.has(text)) {
      seenOnce.set(text, true);
      return undefined;
    }
    seenOnce.delete(text);
    const given = `whetstone_${names.size}`;
    names.set(text, given);
    return given;
  };
}

function driverOf(client: pg.Pool | pg.PoolClient, nameOf: NameOf): Driver {
  const run = (text: string, values: unknown[]) =>
    client.query<Record<string, unknown>>({
      text,
      name: nameOf(text),
      values: values.map(toPostgresql),
      types: TYPES,
    });
  return {
    query: async ({ text, values }) => (await run(text, values)).rows,
    execute: async ({ text, values }) => (await run(text, values)).rowCount ?? 0,
  };
}

/** Columns of time have no zone and hold UTC, where the driver would write and read them in the zone of the process. */
function toPostgresql(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

const { builtins } = pg.types;
const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
  [builtins.INT8]: BigInt,
  [builtins.NUMERIC]: Number,
};
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'text' || format === undefined ? PARSERS[oid] : undefined) ??
    pg.types.getTypeParser(oid, format),
};
