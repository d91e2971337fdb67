/**
 * The database as the rest of the program sees it: reads on a pool, writes in transactions that are atomic
 * and are run again when they lose against another one. Queries themselves are written in stores only.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { asForeground, isBackground } from '../request-context.ts';
import { nextTurn } from '../turns.ts';
import { openPostgresql, openSqlite, TRANSACTION_TIMEOUT_MS } from './clients/open-client.ts';
import { joinedClient, watched, watchedDriver } from './clients/wrapped-client.ts';
import type { PrismaClient } from './generated/sqlite/client.ts';
import { createHealth, type Health } from './health.ts';
import type { Dialect } from './migrations/migrations.ts';
import type { PoolUse } from './postgresql-adapter.ts';
import { clientOf, isDatabaseBusy, isWriteConflict, type Tx, txOf } from './prisma.ts';
import { openReplica, type Reading, type ReplicaUse } from './replica/replica.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './trouble.ts';

export { afterCommit, type Tx } from './prisma.ts';

const BUSY_PAUSE_MS = 10;
/**
 * SQLite is not fair to anyone who waits for another process: beside one that writes without end a turn can
 * take long.
 */
const BUSY_PATIENCE_MS = 30_000;
const WRITE_ATTEMPTS = 5;
/** As much is written to learn whether anything can be: about what a request stores. */
const PROBE_BYTES = 48_000;
/** Once something found no space, as much must fit again: what a large request stores. */
const ROOM_BYTES = 2_000_000;
const PROBE_KEY = 'write-probe';
/** A key that is never stored. */
const WARM_UP_KEY = 'warm-up';

// Registered globally: the dashboard's bundle has a copy of this module, and its errors are recognized here.
const ROWS_GONE = Symbol.for('whetstone.rows-gone');

/**
 * Rows that a transaction rests on were removed, or replaced, since they were read: it must write nothing.
 * `ids` are theirs, as far as they are known.
 */
export class RowsGone extends Error {
  readonly [ROWS_GONE] = true;
  override readonly name = 'RowsGone';
  readonly ids: ReadonlySet<string>;

  constructor(ids: Iterable<string>) {
    super('rows that the work rests on are gone');
    this.ids = new Set(ids);
  }
}

/** Whether `error` is a {@link RowsGone}. */
export function isRowsGone(error: unknown): error is RowsGone {
  return typeof error === 'object' && error !== null && ROWS_GONE in error;
}

export interface Database {
  readonly dialect: Dialect;
  /** Runs reads outside a transaction. */
  readonly read: Tx;
  /** Begins reads on the replica; null where none is configured. `readFromReplica` is the way to it. */
  beginReading(): Promise<Reading | null>;
  /** Runs `work` in one transaction; all of it happens or none. `work` may be run again after a conflict. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws where the database cannot be reached or takes no writes. */
  ping(): Promise<void>;
  /** Loads what the first query and the first transaction load, which takes a tenth of a second. */
  warmUp(): Promise<void>;
  /** The use of the pool of connections; null where there is none, on SQLite. */
  poolUse(): PoolUse | null;
  /** How far behind the replica is, and where reads went; null where none is configured. */
  replicaUse(): ReplicaUse | null;
  close(): Promise<void>;
}

/**
 * Opens the database of `config`; it must have been migrated. Whatever is wrong with the database itself is
 * thrown as {@link DatabaseUnavailable} and told to `log` once. PostgreSQL shows its connections under
 * `applicationName`, unless the address names another.
 */
export function openDatabase(
  config: Config['database'],
  log: Log | null = null,
  applicationName = 'whetstone',
): Database {
  const opened = config.url.startsWith('file:')
    ? openSqlite(config.url)
    : openPostgresql(config, applicationName);
  const { dialect, poolUse } = opened;
  const health: Health = createHealth(log, (trouble) =>
    probeWrites(client, health, trouble === 'full' ? ROOM_BYTES : PROBE_BYTES),
  );
  const client = watched(opened.client, health);
  const driver = watchedDriver(opened.driver, health);
  const replica = openReplica({ client, driver }, config, log, applicationName);
  const runOnce = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const after: (() => void)[] = [];
    const begun = await opened.driver.begin();
    const parts = { transaction: begun, driver: watchedDriver(begun, health) };
    const joined = joinedClient(client, parts, TRANSACTION_TIMEOUT_MS);
    let result: T;
    try {
      result = await withinTime(work(txOf(joined.client, { after })));
      await joined.end();
    } catch (error) {
      // What broke the transaction is what its caller is to hear of.
      await begun.rollback().catch(() => undefined);
      await joined.end();
      throw error;
    }
    await begun.commit();
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
  // SQLite does one transaction at a time, in the order in which they come. Jobs come one by one, so that a
  // request never finds those of all jobs before its own.
  const jobsLane = new PQueue({ concurrency: 1 });
  const writeInBackground = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const begin = async () => {
      await nextTurn();
      return await asForeground(() => writeNow(work));
    };
    return await (dialect === 'sqlite' ? jobsLane.add(begin) : begin());
  };
  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      const result = await (isBackground() ? writeInBackground(work) : writeNow(work));
      health.wrote();
      return result;
    } catch (error) {
      throw health.failed(isWriteConflict(error) ? new DatabaseUnavailable('busy', error) : error);
    }
  };
  return {
    dialect,
    read: txOf(client, { driver }),
    beginReading: async () => (await replica?.begin()) ?? null,
    write,
    async ping() {
      await client.$queryRaw`SELECT 1`;
      await health.requireWrites();
    },
    warmUp: () => warmUp(client, write),
    poolUse,
    replicaUse: () => replica?.use() ?? null,
    async close() {
      await replica?.close();
      await client.$disconnect();
    },
  };
}

async function warmUp(client: PrismaClient, write: Database['write']): Promise<void> {
  // Each of them compiles a part of the query compiler that the others leave alone.
  const key = WARM_UP_KEY;
  await client.serviceState.findMany({
    where: { OR: [{ key: { in: [key] } }, { value: { contains: key } }] },
  });
  await client.serviceState.findMany({ where: { key }, orderBy: { key: 'desc' }, take: 1 });
  await write((tx) => clientOf(tx).$queryRaw`SELECT 1`);
}

/** Rejects where a transaction lasts longer than any should: others wait for its locks. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLong = () => reject(new DatabaseUnavailable('busy', new Error('a transaction took too long')));
  const timer = setTimeout(tooLong, TRANSACTION_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes so much, and takes it away again. Where somebody else is writing, writes succeed. */
async function probeWrites(client: PrismaClient, health: Health, bytes: number): Promise<void> {
  const value = randomBytes(bytes / 2).toString('hex');
  try {
    await client.$executeRaw`
      INSERT INTO service_state (key, value) VALUES (${PROBE_KEY}, ${value})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
    await client.$executeRaw`DELETE FROM service_state WHERE key = ${PROBE_KEY}`;
  } catch (error) {
    const reported = health.failed(error);
    if (!(isDatabaseUnavailable(reported) && reported.trouble === 'busy')) throw reported;
  }
}

// JSON columns are text: what is read back is exactly what was stored, on both engines.

/** The text of a JSON column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The value of a JSON column; the caller's type is what the column was written with. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** As {@link fromJson}, for a column that may be empty. */
export function fromJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : fromJson<T>(text);
}
