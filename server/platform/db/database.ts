/**
 * The database as the rest of the program sees it: reads on a pool, writes in transactions that are atomic and are
 * run again when they lose against another one. Queries themselves are written in stores only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import PQueue from 'p-queue';
import type { Config } from '../config/config.ts';
import { currentRequest } from '../request-context.ts';
import { PrismaClient as PostgresqlClient } from './generated/postgresql/client.ts';
import { PrismaClient as SqliteClient } from './generated/sqlite/client.ts';
import type { Dialect } from './migrations.ts';
import { openPool } from './postgresql-pool.ts';
import { isDatabaseBusy, isWriteConflict, type Tx, txOf } from './prisma.ts';
import { PrismaKeptSqlite } from './sqlite-adapter.ts';
import { ensureFolder, sqlitePath } from './sqlite-file.ts';

export { afterCommit, type Tx } from './prisma.ts';

const BUSY_TIMEOUT_MS = 5000;
const BUSY_PAUSE_MS = 10;
/** SQLite is not fair to whoever waits for another process: beside one that writes without end a turn can take long. */
const BUSY_PATIENCE_MS = 30_000;
const TRANSACTION_TIMEOUT_MS = 60_000;
const WRITE_ATTEMPTS = 5;
const IDLE_CONNECTION_MS = 10_000;
/** Without an excerpt of our source: looking for the calling line costs every query the making of a stack. */
const ERRORS = 'minimal';

export interface Database {
  readonly dialect: Dialect;
  /** Runs reads outside a transaction. */
  readonly read: Tx;
  /** Runs `work` in one transaction; all of it happens or none. `work` may be run again after a conflict. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws where the database cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of `config`; it must have been migrated. */
export function openDatabase(config: Config['database']): Database {
  const { client, dialect } = config.url.startsWith('file:')
    ? openSqlite(config.url)
    : openPostgresql(config);
  const runOnce = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const after: (() => void)[] = [];
    const result = await client.$transaction((tx) => work(txOf(tx, after)), {
      maxWait: TRANSACTION_TIMEOUT_MS,
      timeout: TRANSACTION_TIMEOUT_MS,
    });
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
  // SQLite does one transaction at a time, whoever comes first. Jobs come one by one, so that a request never finds those of
  // all jobs before its own.
  const jobsLane = new PQueue({ concurrency: 1 });
  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    dialect === 'sqlite' && currentRequest()?.background === true
      ? await jobsLane.add(() => writeNow(work))
      : await writeNow(work);
  return {
    dialect,
    read: txOf(client),
    write,
    ping: async () => void (await client.$queryRaw`SELECT 1`),
    close: () => client.$disconnect(),
  };
}

function openSqlite(url: string): { client: SqliteClient; dialect: Dialect } {
  const path = sqlitePath(url);
  ensureFolder(path);
  const adapter = new PrismaKeptSqlite({ url: `file:${path}`, timeout: BUSY_TIMEOUT_MS });
  return { client: new SqliteClient({ adapter, errorFormat: ERRORS }), dialect: 'sqlite' };
}

/** `poolSize` connections stay open; up to `maxOverflow` more are opened under load and closed when idle. */
function openPostgresql({ url, poolSize, maxOverflow }: Config['database']): {
  client: SqliteClient;
  dialect: Dialect;
} {
  const pool = openPool({
    connectionString: url,
    max: poolSize + maxOverflow,
    min: poolSize,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A process that stalls in the middle of a transaction must not keep its locks from the others.
    idle_in_transaction_session_timeout: TRANSACTION_TIMEOUT_MS,
  });
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const client = new PostgresqlClient({ adapter, errorFormat: ERRORS });
  // The two generated clients differ only in types that are not used here (isolation levels), which is why this
  // one cast is safe and the SQLite client's type serves as the common one.
  return { client: client as unknown as SqliteClient, dialect: 'postgresql' };
}
