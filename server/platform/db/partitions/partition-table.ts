/**
 * Makes a filled table the first partition of a partitioned one of the same name, without copying a row. What others write
 * meanwhile waits twice, for milliseconds: for a condition that is added unchecked, and for the change of names.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DAY_MS } from '../../../domain/time.ts';
import { firstIdAt, madeAt, nameOf, nextMonth, PARTITIONED, type PartitionedTable } from './ranges.ts';

export const CONNECT_TIMEOUT_MS = 10_000;

/** Others queue behind a lock that is waited for, so it is waited for briefly, again and again. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_ATTEMPTS = 30;
const LOCK_PAUSE_MS = 500;
/** `lock_not_available`; `deadlock_detected`, where the server looks for deadlocks before that. */
const NO_LOCK = ['55P03', '40P01'];

/** What became of a table: how long others waited at most, or why it stays as it is. */
export interface Partitioning {
  table: PartitionedTable;
  lockedMs: number | null;
  reason: string | null;
}

/** Runs `work` in a transaction, again where its locks cannot be had; answers with how many milliseconds it took. */
export async function inLocks(client: pg.Client, work: () => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const started = performance.now();
      await work();
      await client.query('COMMIT');
      return performance.now() - started;
    } catch (error) {
      await client.query('ROLLBACK');
      const isLocked = error instanceof pg.DatabaseError && NO_LOCK.includes(error.code ?? '');
      if (!isLocked || attempt >= LOCK_ATTEMPTS) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** Runs a statement that reads a whole table, which the role's own limit of time may be too short for. */
export async function unhurried<T extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<T[]> {
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  const { rows } = await client.query<T>(sql).finally(() => client.query('COMMIT'));
  return rows;
}

/**
 * Partitions a table that is not yet. It stays as it is where ids do not sort by time: where one was not made by this
 * program, or where the database sorts letters or digits in another way than by their codes.
 */
export async function partitionTable(
  client: pg.Client,
  table: PartitionedTable,
  now: Date,
): Promise<Partitioning> {
  const { key } = PARTITIONED[table];
  if (!(await sortsByCode(client))) return kept(table, 'the database does not sort ids by their time');
  const newest = await unhurried<{ last: string | null }>(client, `SELECT max(${key}) AS last FROM ${table}`);
  const last = newest[0]?.last ?? firstIdAt(table, now);
  const lastMade = madeAt(table, last);
  if (lastMade === null) return kept(table, `${last} is not an id of this table`);
  // Gateways at work, whose clocks may differ, write ids below the bound until all of this is done.
  const start = nextMonth(new Date(Math.max(now.getTime(), lastMade.getTime()) + DAY_MS));
  const bound = firstIdAt(table, start);
  const removed = `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_below`;
  const unchecked = await inLocks(client, async () => {
    await client.query(
      `${removed}; ALTER TABLE ${table} ADD CONSTRAINT ${table}_below CHECK (${key} < '${bound}') NOT VALID`,
    );
  });
  try {
    await unhurried(client, `ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_below`);
    const renamed = await inLocks(client, () => putAbove(client, table, bound));
    return { table, lockedMs: Math.ceil(Math.max(unchecked, renamed)), reason: null };
  } catch (error) {
    // Left there, it would refuse rows from the bound on.
    await inLocks(client, async () => void (await client.query(removed)));
    throw error;
  }
}

const kept = (table: PartitionedTable, reason: string): Partitioning => ({ table, lockedMs: null, reason });

/** Whether three characters of an id after another sort as their codes do, whichever they are. */
async function sortsByCode(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ same: boolean }>(`
    WITH sign AS (SELECT unnest(string_to_array('0123456789ABCDEFGHJKMNPQRSTVWXYZ', NULL)) AS c),
      id AS (SELECT 'ep_01' || a.c || b.c || d.c AS text FROM sign a, sign b, sign d)
    SELECT array_agg(text ORDER BY text) = array_agg(text ORDER BY text COLLATE "C") AS same FROM id`);
  return rows[0]?.same === true;
}

/** What a table has that is made anew on the one above it, as statements. Read before it is renamed. */
const DEFINITIONS = (table: string, key: string) => `
  SELECT 'index' AS kind, i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made,
    NOT i.indisunique OR EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) AND a.attname = '${key}') AS fits
  FROM pg_index i WHERE i.indrelid = '${table}'::regclass AND NOT i.indisprimary
  UNION ALL
  SELECT 'key', conname, 'ALTER TABLE ${table} ADD CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid), true
  FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'p'
  UNION ALL
  SELECT 'trigger', tgname, pg_get_triggerdef(oid), true
  FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal
  UNION ALL
  SELECT 'reference', conname, conrelid::regclass::text, false
  FROM pg_constraint WHERE confrelid = '${table}'::regclass AND contype = 'f'
  UNION ALL
  SELECT 'grant', '', format('GRANT %s ON ${table} TO %s', privilege_type,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END), true
  FROM pg_class, aclexplode(relacl) WHERE oid = '${table}'::regclass AND grantee <> relowner`;

interface Definition {
  kind: 'index' | 'key' | 'trigger' | 'reference' | 'grant';
  name: string;
  /** Of a reference the table that it is in. */
  made: string;
  fits: boolean;
}

/**
 * What stands in for a foreign key: with one, each partition that is taken out would be compared with the whole table that
 * refers to it. The migration of the tables' triggers says what they do.
 */
const asTrigger = ({ name, made }: Definition) =>
  `ALTER TABLE ${made} DROP CONSTRAINT ${name};
  CREATE TRIGGER ${made}_episode BEFORE INSERT OR UPDATE OF tenant, episode_id ON ${made}
  FOR EACH ROW WHEN (NEW.episode_id IS NOT NULL) EXECUTE FUNCTION require_episode()`;

const REMOVE_WHAT_REFERS = `CREATE TRIGGER episode_references AFTER DELETE ON episode
  FOR EACH ROW EXECUTE FUNCTION remove_what_refers_to_episode()`;

/** How a part of the table makes way for that of the same name of the one above. */
function makeWay(past: string, definition: Definition): string | null {
  const { kind, name } = definition;
  const own = `${name.replaceAll('"', '')}_past`;
  if (kind === 'trigger') return `DROP TRIGGER ${name} ON ${past}`;
  if (kind === 'key') return `ALTER TABLE ${past} RENAME CONSTRAINT ${name} TO "${own}"`;
  if (kind === 'index') return `ALTER INDEX ${name} RENAME TO "${own}"`;
  if (kind === 'reference') return asTrigger(definition);
  return null;
}

/** Puts a partitioned table in the place of `table`, which becomes its partition below `bound`. */
async function putAbove(client: pg.Client, table: PartitionedTable, bound: string): Promise<void> {
  const { key } = PARTITIONED[table];
  const past = nameOf(table, null);
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const { rows } = await client.query<Definition>(DEFINITIONS(table, key));
  const statements = [
    `ALTER TABLE ${table} RENAME TO ${past}`,
    ...rows.map((row) => makeWay(past, row)).filter((statement) => statement !== null),
    `CREATE TABLE ${table} (LIKE ${past} INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (${key})`,
    ...rows.filter(({ fits }) => fits).map(({ made }) => made),
    `ALTER TABLE ${table} ATTACH PARTITION ${past} FOR VALUES FROM (MINVALUE) TO ('${bound}')`,
    `ALTER TABLE ${past} DROP CONSTRAINT ${table}_below`,
    ...(rows.some(({ kind }) => kind === 'reference') ? [REMOVE_WHAT_REFERS] : []),
  ];
  await client.query(statements.join(';\n'));
}
