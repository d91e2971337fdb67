/**
 * The replica that reads may go to. Each read first waits until the replica has everything that was committed before
 * it began, by the position in the primary's log. So nobody misses what they have just changed, at whichever gateway they
 * did, and nothing has to be kept for each session. Where the replica does not get there in time, is away or is no
 * replica of this primary, reads go to the primary until it is in step again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { errorFields, type Log } from '../../log/log.ts';
import type { Runtime } from '../../runtime.ts';
import { openPostgresql, STATEMENT_TIMEOUT_MS } from '../clients/open-client.ts';
import { routedClient, watched, watchedDriver } from '../clients/wrapped-client.ts';
import type { Driver } from '../driver.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { openPool } from '../postgresql-adapter.ts';
import { type Client, type Tx, txOf } from '../prisma.ts';

/**
 * Does `work` with a runtime whose reads outside of transactions go to the replica, where there is one that has
 * everything committed before this call, else to the primary. Transactions stay on the primary: what `work` writes it
 * must not expect to read. What it returns may go on reading if it `streams`; anything else that kept the runtime reads
 * from the primary afterwards, such as a cache.
 */
export async function readFromReplica<T>(
  runtime: Runtime,
  work: (runtime: Runtime) => Promise<T>,
  streams = false,
): Promise<T> {
  const reading = await runtime.db.beginReading();
  if (reading === null) return await work(runtime);
  try {
    return await work({ ...runtime, db: { ...runtime.db, read: reading.read } });
  } finally {
    if (!streams) reading.end();
  }
}

type Standing =
  | 'in_step'
  | 'behind'
  /** It cannot be reached, or does not answer. */
  | 'away'
  /** The primary does not say what it has. */
  | 'primary_away'
  /** It takes writes by itself, as after its promotion. */
  | 'not_a_replica'
  /** It follows another primary: it passed the position without what was written here before. */
  | 'other_primary';

interface Look {
  standing: Standing;
  /** What the primary had, and when; null where it did not say. Bytes since the beginning of its log. */
  position: Position | null;
  /** How much of it the replica has, in the same bytes. */
  replayed: number;
  error?: unknown;
}

interface Position {
  bytes: number;
  at: number;
}

/** The row of `service_state` by which a replica is known to follow this primary and no other. */
const BEAT_KEY = 'replica-beat';
const BEAT_SECONDS = 5;
/** Longest wait for the replica to have all that was committed; after it reads go to the primary. */
export const LAG_MS = 500;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;

// Without synchronous commits a transaction is seen before it is flushed.
const POSITION = `
  SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn AS bytes,
    (SELECT value FROM service_state WHERE key = '${BEAT_KEY}') AS beat`;

const REPLAYED = `
  SELECT pg_is_in_recovery() AS follows, pg_last_wal_replay_lsn() - '0/0'::pg_lsn AS bytes,
    (SELECT value FROM service_state WHERE key = '${BEAT_KEY}') AS beat`;

const BEAT = `
  WITH present AS (SELECT floor(extract(epoch FROM clock_timestamp())) AS second)
  INSERT INTO service_state (key, value)
  SELECT '${BEAT_KEY}', second || '.' || gen_random_uuid() FROM present
  WHERE NOT EXISTS (
    SELECT FROM service_state WHERE key = '${BEAT_KEY}'
      AND split_part(value, '.', 1)::numeric BETWEEN second - ${BEAT_SECONDS} AND second)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** Writes what only a replica of this primary can have, at most every few seconds for all gateways together. */
async function beat(primary: pg.Pool): Promise<void> {
  await primary.query(BEAT);
}

/** `bytes` since the beginning of the log. */
interface Marks {
  bytes: number;
  beat: string | null;
  follows: boolean;
}

async function marksOf(server: pg.Pool, statement: string): Promise<Marks> {
  const { rows } = await server.query<{ bytes: string | null; beat: string | null; follows?: boolean }>(
    statement,
  );
  const [{ bytes = null, beat = null, follows = false } = {}] = rows;
  return { bytes: bytes === null ? Number.NaN : Number(bytes), beat, follows };
}

interface Servers {
  primary: pg.Pool;
  replica: pg.Pool;
}

/** Looks for {@link LAG_MS} at most, from the moment when the primary has said what it has. */
async function lookAt(servers: Servers): Promise<Look> {
  let mark: Marks;
  try {
    mark = await marksOf(servers.primary, POSITION);
  } catch (error) {
    return { standing: 'primary_away', position: null, replayed: 0, error };
  }
  const position = { bytes: mark.bytes, at: performance.now() };
  const silence = new AbortController();
  try {
    const seen = await Promise.race([
      compare(servers, mark, position.at + LAG_MS),
      sleep(2 * LAG_MS, null, { signal: silence.signal, ref: false }),
    ]);
    return seen === null ? { standing: 'away', position, replayed: 0 } : { ...seen, position };
  } catch (error) {
    return { standing: 'away', position, replayed: 0, error };
  } finally {
    silence.abort();
  }
}

async function compare(
  servers: Servers,
  mark: Marks,
  until: number,
): Promise<Pick<Look, 'standing' | 'replayed'>> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { follows, bytes: replayed, beat: seen } = await marksOf(servers.replica, REPLAYED);
    if (!follows) return { standing: 'not_a_replica', replayed };
    if (replayed >= mark.bytes) {
      const isOurs = isBeat(mark, seen) || (await hasBeat(servers, mark));
      return { standing: isOurs ? 'in_step' : 'other_primary', replayed };
    }
    if (performance.now() >= until) return { standing: 'behind', replayed };
    await sleep(pause);
  }
}

/** Where the replica has passed `mark`, its next statement surely sees the beat, or the primary's next one. */
async function hasBeat({ primary, replica }: Servers, mark: Marks): Promise<boolean> {
  const { beat: seen } = await marksOf(replica, REPLAYED);
  return isBeat(mark, seen) || isBeat(await marksOf(primary, POSITION), seen);
}

const isBeat = ({ beat: own }: Marks, seen: string | null) => own !== null && seen === own;

/** Between two looks while nobody reads. */
const LOOK_PAUSE_MS = 1000;
/** After this time without an answer a server is away. */
const AWAY_MS = 2000;
/** The same is told in the log at most so often. */
const TOLD_AGAIN_MS = 60_000;
/** A connection that no answer comes through is given up so long after the statement should have ended. */
const LOST_MS = 5000;

/** Reads that belong together, as those of one request. */
export interface Reading {
  read: Tx;
  /** From now on `read` reads from the primary: somebody may have kept it. */
  end(): void;
}

export interface ReplicaUse {
  /** For how long the replica has lacked something; 0 where it has all. */
  lagSeconds: number;
  /** Statements of reads that may go to the replica, by where they went. */
  statements: { replica: number; primary: number };
}

interface Replica {
  begin(): Promise<Reading>;
  use(): ReplicaUse;
  close(): Promise<void>;
}

interface Reader {
  client: Client | PrismaClient;
  driver: Driver;
}

const UNNOTED = { failed: (error: unknown) => error, succeeded: () => undefined };

/** Opens the replica of `config`; null where there is none. Until it is known to be in step, reads go to `primary`. */
export function openReplica(
  primary: Reader,
  config: Config['database'],
  log: Log | null,
  applicationName: string,
): Replica | null {
  const { url, readUrl } = config;
  if (readUrl === null) return null;
  const opened = openPostgresql({ ...config, url: readUrl }, applicationName, {
    connectionTimeoutMillis: AWAY_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + LOST_MS,
  });
  const replica = { client: watched(opened.client, UNNOTED), driver: watchedDriver(opened.driver, UNNOTED) };
  // Connections of their own: under load a look must not wait behind the reads that wait for it.
  const lookPool = (connectionString: string) =>
    openPool({
      ...{ connectionString, application_name: applicationName, max: 1, idleTimeoutMillis: 0 },
      ...{ connectionTimeoutMillis: AWAY_MS, query_timeout: AWAY_MS },
    });
  const servers = { primary: lookPool(url), replica: lookPool(readUrl) };
  const standing = keepStanding(() => lookAt(servers), log);
  const watch = watchStanding(standing, async () => {
    await Promise.allSettled([beat(servers.primary), servers.replica.query('SELECT 1')]);
  });
  const statements = { replica: 0, primary: 0 };
  return {
    async begin() {
      const isInStep = await standing.catchUp();
      return beginReading({ primary, replica, statements, standing }, isInStep);
    },
    use: () => ({ lagSeconds: standing.lagMs() / 1000, statements }),
    async close() {
      await watch.end();
      await Promise.all([opened.client.$disconnect(), servers.primary.end(), servers.replica.end()]);
    },
  };
}

interface Standings {
  /** Whether the replica has everything that was committed before this call. */
  catchUp(): Promise<boolean>;
  /** Looks now, whatever was seen last. */
  look(): Promise<void>;
  /** What `work` returns; it rejects where the replica cannot be read any more before that. */
  whileThere<T>(work: Promise<T>): Promise<T>;
  lagMs(): number;
}

/** Reads that are under way may end where these are the case: they have everything from before they began. */
const READABLE: readonly Standing[] = ['in_step', 'behind', 'primary_away'];

/** Knows how the replica stands, from looks of which one is under way at a time. */
function keepStanding(lookOnce: () => Promise<Look>, log: Log | null): Standings {
  let standing: Standing | null = null;
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  /** The oldest position of which it is not known that the replica has it. */
  let lacking: Position | null = null;
  const leaving = new Set<() => void>();
  const tell = standingLog(log, () => lagMs());
  const lagMs = () => (lacking === null ? 0 : performance.now() - lacking.at);
  const take = (seen: Look) => {
    if (seen.standing === 'in_step') lacking = null;
    else if (lacking === null || seen.replayed >= lacking.bytes) lacking = seen.position ?? lacking;
    if (!READABLE.includes(seen.standing)) for (const leave of leaving) leave();
    if (seen.standing !== standing) tell(seen);
    standing = seen.standing;
  };
  const look = () => {
    next ??= (async () => {
      await underWay;
      next = null;
      underWay = lookOnce().then(take);
      await underWay;
      underWay = null;
    })();
    return next;
  };
  return {
    look,
    lagMs,
    async catchUp() {
      // The look that is under way may have begun before what its caller has changed.
      await underWay;
      if (standing === 'in_step') await look();
      return standing === 'in_step';
    },
    async whileThere(work) {
      const { promise, reject } = Promise.withResolvers<never>();
      const leave = () => reject(new Error('the replica cannot be read any more'));
      leaving.add(leave);
      try {
        return await Promise.race([work, promise]);
      } finally {
        leaving.delete(leave);
      }
    },
  };
}

/** Tells when reads leave the replica and why, and when they are back. */
function standingLog(log: Log | null, lagMs: () => number): (seen: Look) => void {
  const toldAt = new Map<Standing, number>();
  return ({ standing, error }) => {
    const now = performance.now();
    if (standing !== 'in_step' && now - (toldAt.get(standing) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN_MS)
      return;
    if (standing === 'in_step') return log?.info('database.replica_used');
    toldAt.set(standing, now);
    const cause = error === undefined ? {} : errorFields(error);
    log?.warn('database.replica_left', { reason: standing, lag_ms: Math.round(lagMs()), ...cause });
  };
}

/** Looks again and again. `prepare` comes before each look. */
function watchStanding({ look }: Standings, prepare: () => Promise<void>): { end(): Promise<void> } {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = async () => {
    await prepare();
    await look();
    if (!hasEnded) timer = setTimeout(() => (watching = watch()), LOOK_PAUSE_MS).unref();
  };
  let watching = watch();
  return {
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await watching;
    },
  };
}

interface Sources {
  primary: Reader;
  replica: Reader;
  statements: ReplicaUse['statements'];
  standing: Standings;
}

/** The operations of the database client that may go to a replica. */
const READS = /^(?:find|count|aggregate|groupBy)/;

/** Once a statement has failed on the replica, it and those after it are done by the primary. */
function beginReading({ primary, replica, statements, standing }: Sources, isInStep: boolean): Reading {
  let isOnReplica = isInStep;
  let hasEnded = false;
  const route = async <T>(read: (from: Reader) => Promise<T>): Promise<T> => {
    if (isOnReplica) {
      try {
        const result = await standing.whileThere(read(replica));
        statements.replica += 1;
        return result;
      } catch {
        // Away, cancelled because it stood in the way of replaying, or a statement that writes.
        isOnReplica = false;
        void standing.look();
      }
    }
    if (!hasEnded) statements.primary += 1;
    return await read(primary);
  };
  const driver: Driver = {
    query: (statement) => route((from) => from.driver.query(statement)),
    execute: (statement) => primary.driver.execute(statement),
  };
  const client = routedClient(
    (operation, query) =>
      READS.test(operation) ? route((from) => query(from.client)) : query(primary.client),
    driver,
  );
  return {
    read: txOf(client),
    end() {
      isOnReplica = false;
      hasEnded = true;
    },
  };
}
