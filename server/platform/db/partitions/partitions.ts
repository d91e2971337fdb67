/**
 * Keeps the partitions of the tables that grow with use, on PostgreSQL: those of the next months are made before they
 * begin, and those whose rows are all too old are dropped. There is no default partition, so that a partition can be
 * taken out while others go on.
 */
import pg from 'pg';
import type { Runtime } from '../../runtime.ts';
import { beginAlone } from '../migrations/migrate.ts';
import { THROUGH_PGBOUNCER } from '../postgresql-adapter.ts';
import {
  CONNECT_TIMEOUT_MS,
  inLocks,
  type Partitioning,
  partitionTable,
  unhurried,
} from './partition-table.ts';
import {
  firstIdAt,
  madeAt,
  nameOf,
  nextMonth,
  PARTITIONED,
  type Partition,
  type PartitionedTable,
  startsAhead,
} from './ranges.ts';

/** The tables, and what their rows are found by within a tenant. */
const REFERRING = {
  feedback: 'id',
  episode_trace: 'trace_id',
  episode_key: 'idempotency_key, agent_id',
  episode_credit: 'episode_id, skill_id',
} as const;

/** Rows a statement, which is a transaction. */
const STEP = 5000;

/** Removes rows whose episode was made before `before` and is gone, in steps. Once `stop` is aborted it begins no further one. */
export async function removeOrphans(url: string, before: Date, stop?: AbortSignal): Promise<void> {
  if (url.startsWith('file:')) return;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const table of Object.keys(REFERRING) as (keyof typeof REFERRING)[]) {
      for (let tenant = await nextTenant(client, table, ''); tenant !== null && !stop?.aborted; ) {
        const rows = await removeStep(client, table, { tenant, bound: firstIdAt('episode', before) });
        if (rows < STEP) tenant = await nextTenant(client, table, tenant);
      }
    }
  } finally {
    await client.end();
  }
}

async function nextTenant(client: pg.Client, table: string, after: string): Promise<string | null> {
  const { rows } = await client.query<{ next: string | null }>(
    `SELECT min(tenant) AS next FROM ${table} WHERE tenant > $1`,
    [after],
  );
  return rows[0]?.next ?? null;
}

async function removeStep(
  client: pg.Client,
  table: keyof typeof REFERRING,
  { tenant, bound }: { tenant: string; bound: string },
): Promise<number> {
  const key = REFERRING[table];
  // The bound of `e` follows from the others, but PostgreSQL would read all runs that are left without it.
  const { rowCount } = await client.query(
    `DELETE FROM ${table} WHERE tenant = $1 AND episode_id < $2 AND (${key}) IN (
      SELECT ${key} FROM ${table} c WHERE c.tenant = $1 AND c.episode_id < $2
        AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.tenant = c.tenant AND e.id = c.episode_id AND e.id < $2)
      LIMIT ${STEP})`,
    [tenant, bound],
  );
  return rowCount ?? 0;
}

/** A partition is taken out when all transactions have ended that may use it. What takes longer is finished next time. */
const DETACH_TIMEOUT_MS = 60_000;

const TABLES = Object.keys(PARTITIONED) as PartitionedTable[];

/**
 * Partitions the tables that are not yet, and makes the partitions that are missing up to some months ahead; answers
 * with the tables that were partitioned now, and those of which that or a partition could not be made. On SQLite there is
 * nothing to do.
 */
export async function keepPartitions(url: string, now: Date): Promise<Partitioning[]> {
  if (url.startsWith('file:')) return [];
  return await alone(url, 0, async (client) => {
    const done: Partitioning[] = [];
    for (const table of TABLES) {
      try {
        const isPartitioned = (await partitionsOf(client, table)) !== null;
        if (!isPartitioned) done.push(await partitionTable(client, table, now));
        const reason = await fillRange(client, table, now);
        if (reason !== null) done.push({ table, lockedMs: null, reason });
      } catch (error) {
        // A lock that cannot be had, as during a backup: the table goes on as it is until the next time.
        if (!(error instanceof pg.DatabaseError)) throw error;
        done.push({ table, lockedMs: null, reason: error.message });
      }
    }
    return done;
  });
}

/** As {@link keepPartitions}, for the present; says in the log what was done. */
export async function preparePartitions({
  config: { database },
  log,
  clock,
}: Pick<Runtime, 'config' | 'log' | 'clock'>): Promise<void> {
  for (const { table, lockedMs, reason } of await keepPartitions(database.url, clock())) {
    if (reason === null) log.info('database.partitioned', { table, locked_ms: lockedMs });
    else log.warn('database.partitions_missing', { table, reason });
  }
}

/** Drops the partitions of `table` whose ids were all made before `before`; answers with their names. */
export async function dropPartitions(
  url: string,
  table: PartitionedTable,
  { before, now }: { before: Date; now: Date },
): Promise<string[]> {
  if (url.startsWith('file:')) return [];
  const bound = firstIdAt(table, before);
  const isOld = ({ to }: Partition) => to !== null && to <= bound;
  return await alone(url, DETACH_TIMEOUT_MS, async (client) => {
    const dropped = await finishDetached(client, table, bound);
    await fillRange(client, table, now);
    const old = ((await partitionsOf(client, table)) ?? []).filter(isOld);
    const [first, ...others] = old;
    if (first === undefined || (others.length === 0 && (await isEmpty(client, first)))) return dropped;
    for (const { name } of old) {
      await client.query(`ALTER TABLE ${table} DETACH PARTITION ${name} CONCURRENTLY`);
      await client.query(`DROP TABLE ${name}`);
    }
    await fillRange(client, table, now);
    return [...dropped, ...old.map(({ name }) => name)];
  });
}

/** Brings the statistics up to date that span partitions, which PostgreSQL does not do by itself. */
export async function analyzePartitioned(url: string): Promise<void> {
  if (url.startsWith('file:')) return;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Before version 18 it reads the partitions too.
    const { rows } = await client.query<{ number: number }>(
      `SELECT current_setting('server_version_num')::int AS number`,
    );
    const only = (rows[0]?.number ?? 0) >= 180_000 ? 'ONLY ' : '';
    // What somebody vacuums for hours has its turn another day. No table keeps its lock while the next ones are read.
    for (const table of TABLES) await unhurried(client, `ANALYZE (SKIP_LOCKED) ${only}${table}`);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` under the lock of migrations, on a connection of its own: the lock belongs to a transaction, and a
 * partition is taken out outside of one.
 */
async function alone<T>(
  url: string,
  statementTimeoutMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const isPooled = url.includes(THROUGH_PGBOUNCER) || statementTimeoutMs === 0;
  const [holder, client] = [new pg.Client(connection), new pg.Client(connection)];
  for (const each of [holder, client]) each.on('error', () => undefined);
  try {
    await holder.connect();
    await beginAlone(holder);
    await client.connect();
    if (!isPooled) await client.query(`SET statement_timeout = ${statementTimeoutMs}; SET lock_timeout = 0`);
    return await work(client);
  } finally {
    await Promise.all([client.end(), holder.end()]);
  }
}

const BOUNDS = /^FOR VALUES FROM \((?:'([^']*)'|MINVALUE)\) TO \((?:'([^']*)'|MAXVALUE)\)$/;

/** The partitions of a table in the order of their ranges; null where it is not partitioned. */
async function partitionsOf(client: pg.Client, table: PartitionedTable): Promise<Partition[] | null> {
  const { rows } = await client.query<{ name: string | null; bounds: string | null }>(`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
    FROM pg_partitioned_table p
    LEFT JOIN pg_inherits i ON i.inhparent = p.partrelid AND NOT i.inhdetachpending
    LEFT JOIN pg_class c ON c.oid = i.inhrelid
    WHERE p.partrelid = '${table}'::regclass`);
  if (rows.length === 0) return null;
  const found = rows.flatMap(({ name, bounds }): Partition[] => {
    const [, from = null, to = null] = bounds?.match(BOUNDS) ?? [];
    return name === null ? [] : [{ name, from, to }];
  });
  return found.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
}

/**
 * Makes the partitions that are missing: those after the last one, and that of all time before the first one, which has to
 * wait where one of before is not yet dropped. Answers with why none can follow the last one, which somebody made by hand.
 */
async function fillRange(client: pg.Client, table: PartitionedTable, now: Date): Promise<string | null> {
  const partitions = await partitionsOf(client, table);
  if (partitions === null) return null;
  const [first, last] = [partitions.at(0), partitions.at(-1)];
  const begin = first === undefined ? firstIdAt(table, nextMonth(now)) : first.from;
  const bound = last === undefined ? begin : last.to;
  const end = bound === null ? null : madeAt(table, bound);
  const starts = end === null ? [] : startsAhead(end, now);
  for (const [at, from] of starts.slice(0, -1).entries()) {
    const range = { from: firstIdAt(table, from), to: firstIdAt(table, starts[at + 1] ?? from) };
    await add(client, table, { name: nameOf(table, from), ...range });
  }
  if (begin !== null) await add(client, table, { name: nameOf(table, null), from: null, to: begin });
  return bound !== null && end === null ? `${bound} is not an id of this table` : null;
}

/** As two statements: a table that is made as a partition would lock all others out of the one above. */
async function add(client: pg.Client, table: PartitionedTable, { name, from, to }: Partition): Promise<void> {
  const bound = (id: string | null, none: string) => (id === null ? none : `'${id}'`);
  await inLocks(client, async () => {
    await client.query(`
      CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING STORAGE);
      ALTER TABLE ${table} ATTACH PARTITION ${name}
        FOR VALUES FROM (${bound(from, 'MINVALUE')}) TO (${bound(to, 'MAXVALUE')})`);
  });
}

async function isEmpty(client: pg.Client, { name }: Partition): Promise<boolean> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('${name}') AS bytes`);
  return Number(rows[0]?.bytes) === 0;
}

/**
 * Drops what an earlier run took out, or began to, and did not drop; answers with the names. To take out concurrently leaves the
 * bounds as a condition, by which a table that somebody else took out, or one that is not old, is left alone.
 */
async function finishDetached(client: pg.Client, table: PartitionedTable, before: string): Promise<string[]> {
  const { key } = PARTITIONED[table];
  const { rows } = await client.query<{ name: string; is_pending: boolean; is_old: boolean }>(`
    SELECT c.relname AS name, i.inhrelid IS NOT NULL AS is_pending, COALESCE(substring(COALESCE(
      pg_get_expr(c.relpartbound, c.oid),
      (SELECT max(pg_get_constraintdef(k.oid)) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c')
    ) FROM '(?:TO \\(|${key} < )''([^'']*)''') COLLATE "C" <= '${before}', false) AS is_old
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = '${table}'::regclass) AND c.relkind = 'r'
      AND c.relname ~ '^${table}_(past|p\\d{8})$' AND COALESCE(i.inhdetachpending, true)`);
  const old = rows.filter(({ is_old }) => is_old);
  for (const { name, is_pending } of old) {
    if (is_pending) await client.query(`ALTER TABLE ${table} DETACH PARTITION ${name} FINALIZE`);
    await client.query(`DROP TABLE ${name}`);
  }
  return old.map(({ name }) => name);
}
