/**
 * One look at the replica: has it replayed everything that the primary had committed when the look began? Positions in
 * the log of the primary tell, and no times: while nothing is written, the last replayed transaction may be hours old.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export type Standing =
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

export interface Look {
  standing: Standing;
  /** What the primary had, and when; null where it did not say. Bytes since the beginning of its log. */
  position: Position | null;
  /** How much of it the replica has, in the same bytes. */
  replayed: number;
  error?: unknown;
}

export interface Position {
  bytes: number;
  at: number;
}

/** The row of `service_state` by which a replica is known to follow this primary and no other. */
const BEAT_KEY = 'replica-beat';
const BEAT_SECONDS = 5;
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
export async function beat(primary: pg.Pool): Promise<void> {
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

/** Looks for so long at most, from the moment when the primary has said what it has. */
export async function lookAt(servers: Servers, longestMs: number): Promise<Look> {
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
      compare(servers, mark, position.at + longestMs),
      sleep(2 * longestMs, null, { signal: silence.signal, ref: false }),
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
