/**
 * The replica that reads may go to. Each read first waits until the replica has everything that was committed before
 * it began, by the position in the primary's log. So nobody misses what they have just changed, at whichever gateway they
 * did, and nothing has to be kept for each session. Where the replica does not get there in time, is away or is no
 * replica of this primary, reads go to the primary until it is in step again.
 */
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { errorFields } from '../../log/log.ts';
import { openPostgresql } from '../clients/open-client.ts';
import { routedClient } from '../clients/routed-client.ts';
import { watched, watchedDriver } from '../clients/watched.ts';
import type { Driver } from '../driver.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { openPool } from '../postgresql-pool.ts';
import { type Client, type Tx, txOf } from '../prisma.ts';
import { beat, type Look, lookAt, type Position, type Standing } from './look.ts';

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
  const { url, readUrl, readLagMs, statementTimeoutMs } = config;
  if (readUrl === null) return null;
  const opened = openPostgresql({ ...config, url: readUrl }, applicationName, {
    connectionTimeoutMillis: AWAY_MS,
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + LOST_MS } : {}),
  });
  const replica = { client: watched(opened.client, UNNOTED), driver: watchedDriver(opened.driver, UNNOTED) };
  // Connections of their own: under load a look must not wait behind the reads that wait for it.
  const lookPool = (connectionString: string) =>
    openPool({
      ...{ connectionString, application_name: applicationName, max: 1, idleTimeoutMillis: 0 },
      ...{ connectionTimeoutMillis: AWAY_MS, query_timeout: AWAY_MS },
    });
  const servers = { primary: lookPool(url), replica: lookPool(readUrl) };
  const standing = keepStanding(() => lookAt(servers, readLagMs), log);
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
