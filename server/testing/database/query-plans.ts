/** How a database would find what some work asks it for, on either engine. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { PrismaClient as PostgresqlClient } from '../../platform/db/generated/postgresql/client.ts';
import { PrismaClient as SqliteClient } from '../../platform/db/generated/sqlite/client.ts';
import { sqlitePath } from '../../platform/db/migrations/migrations.ts';
import { postgresqlAdapter } from '../../platform/db/postgresql-adapter.ts';
import { type Tx, txOf } from '../../platform/db/prisma.ts';
import { sqliteAdapter } from '../../platform/db/sqlite/sqlite-adapter.ts';
import type { TestRuntime } from '../test-runtime.ts';

const QUERIES = [{ emit: 'event', level: 'query' }] as const;

/** The plans of all statements of `work`, those too that the database client writes by itself: a text each. */
export async function plansOf(
  { config, db }: TestRuntime,
  work: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const { url } = config.database;
  return db.dialect === 'sqlite'
    ? await plansOnSqlite(sqlitePath(url), work)
    : await plansOnPostgresql(url, work);
}

const isQuery = (sql: string) => /^\s*(SELECT|UPDATE|DELETE)/i.test(sql);

async function plansOnSqlite(path: string, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const client = new SqliteClient({ adapter: sqliteAdapter(path, 5000).adapter, log: [...QUERIES] });
  client.$on('query', ({ query }) => statements.push(query));
  await work(txOf(client));
  await client.$disconnect();
  const database = new DatabaseSync(path);
  const plans = statements.filter(isQuery).map((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('\n'),
  );
  database.close();
  return plans;
}

/**
 * Tables of tests are small, which PostgreSQL would read from end to end: it is told to do so only where it must. Without
 * rows that it has counted (`ANALYZE`) it takes one index to be as good as another.
 */
async function plansOnPostgresql(url: string, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { adapter } = postgresqlAdapter({ connectionString: url, max: 2 });
  const client = new PostgresqlClient({ adapter, log: [...QUERIES] });
  client.$on('query', ({ query }) => statements.push(query));
  // As in the service: the two clients differ in types that are not used.
  await work(txOf(client as unknown as SqliteClient));
  await client.$disconnect();
  const explaining = new pg.Client({ connectionString: url });
  await explaining.connect();
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await explaining.query(`SET enable_${way} = off`);
  const plans: string[] = [];
  for (const sql of statements.filter(isQuery)) {
    const { rows } = await explaining.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${sql}`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await explaining.end();
  return plans;
}

/** What of the plans reads all rows of a table, or of a tenant, where it looks for some: nothing, where all is well. */
export function readsTooMuch(plans: readonly string[]): string[] {
  return plans.flatMap((plan) => {
    const lines = plan.split('\n').map((line) => line.trim());
    const whole = lines.filter((line) => /^(SCAN (?!CONSTANT|\d+-ROW|\(|counted$)|.*Seq Scan on)/.test(line));
    const ofTenant = lines.filter(
      (line) => /\(tenant=\?\)$/.test(line) || /^Index Cond: \(\(?tenant = \$\d+(::text)?\)?\)$/.test(line),
    );
    return [...whole, ...ofTenant];
  });
}
