/** Puts the database client, and raw statements beside it, on one pool of connections to PostgreSQL. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { begunTransaction, type Driver } from './driver.ts';
import { openPool } from './postgresql-pool.ts';

/** The adapter of a new pool for the database client, and the driver for statements outside of transactions. */
export function postgresqlAdapter(config: pg.PoolConfig): { adapter: PrismaPg; driver: Driver } {
  const pool = openPool(config);
  tellTransactions(pool);
  return { adapter: new PrismaPg(pool, { disposeExternalPool: true }), driver: driverOf(pool) };
}

/** The adapter takes a connection for each transaction, and for nothing else. */
function tellTransactions(pool: pg.Pool): void {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  // `pool.query` takes its connections with a callback, which has to stay possible.
  const connectWith: (callback: never) => void = pool.connect.bind(pool);
  const told = async () => {
    const client = await connect();
    const begun = begunTransaction.getStore();
    if (begun === undefined || begun.driver !== null) return client;
    begun.driver = driverOf(client);
    const { release } = client;
    client.release = (error) => {
      begun.driver = ENDED;
      release.call(client, error);
    };
    return client;
  };
  pool.connect = ((callback?: never) =>
    callback === undefined ? told() : connectWith(callback)) as typeof pool.connect;
}

/** The connection serves others by now. */
const ENDED: Driver = {
  query: () => Promise.reject(new Error('the transaction has ended')),
  execute: () => Promise.reject(new Error('the transaction has ended')),
};

function driverOf(client: pg.Pool | pg.PoolClient): Driver {
  const run = (text: string, values: unknown[]) =>
    client.query<Record<string, unknown>>({ text, values: values.map(toPostgresql), types: TYPES });
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
