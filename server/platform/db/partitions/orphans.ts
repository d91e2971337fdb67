/**
 * What refers to episodes whose partition was dropped: feedback, traces, idempotency keys, and credits where these did not go by
 * partitions of their own. On PostgreSQL alone.
 */
import pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './partition-table.ts';
import { firstIdAt } from './ranges.ts';

/** The tables, and what their rows are found by within a tenant. */
const REFERRING = {
  feedback: 'id',
  episode_trace: 'trace_id',
  episode_key: 'idempotency_key',
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
