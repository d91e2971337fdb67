/** The rows of a database as they were at one moment, read beside the gateways, with the names that code uses. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { sqlitePath } from '../../server/platform/db/migrations/migrations.ts';

const TABLES = {
  agentTotals: 'agent_totals',
  audit: 'audit_entry',
  changesets: 'changeset',
  credits: 'episode_credit',
  episodes: 'episode',
  experiments: 'experiment',
  feedback: 'feedback',
  jobs: 'job',
  memories: 'memory',
  recalls: 'recall',
  skills: 'skill',
  versions: 'skill_version',
} as const;

/** What the fault suite has the database note, of all tenants. */
const NOTED = { proposals: 'noted_proposal' } as const;

export type Row = Readonly<Record<string, unknown>>;
type TenantRows = Record<keyof typeof TABLES, Row[]>;
export type Rows = TenantRows & Record<keyof typeof NOTED, Row[]>;

const camel = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const renamed = (row: object): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

type Select = (sql: string) => Promise<object[]> | object[];

async function select(run: Select, tables: Readonly<Record<string, string>>, where: string) {
  const read: [string, Row[]][] = [];
  for (const [name, table] of Object.entries(tables)) {
    read.push([name, (await run(`SELECT * FROM "${table}"${where}`)).map(renamed)]);
  }
  return Object.fromEntries(read);
}

/** Reads all tables of the fault suite's database at `url` in one transaction. */
export async function readRows(url: string): Promise<Rows> {
  return (await inTransaction(url, (run) => select(run, { ...TABLES, ...NOTED }, ''))) as Rows;
}

/** Reads the rows of a tenant in the database at `url` in one transaction. */
export async function readTenantRows(url: string, tenant: string): Promise<TenantRows> {
  const where = ` WHERE tenant = '${tenant}'`;
  return (await inTransaction(url, (run) => select(run, TABLES, where))) as TenantRows;
}

/** The jobs that are held by one of these processes: the id of each, and by whom. */
export async function jobsHeldBy(url: string, pids: readonly number[]): Promise<string[]> {
  const sql = url.startsWith('file:')
    ? `SELECT id || ' ' || owner AS held FROM job WHERE status = 'running'`
    : `SELECT job.id || ' ' || job_worker.name AS held
       FROM graphile_worker.jobs AS job JOIN job_worker ON job_worker.id = job.locked_by WHERE job.key IS NOT NULL`;
  const rows = (await inTransaction(url, async (run) => await run(sql))) as { held: string }[];
  return rows.flatMap(({ held }) => (pids.some((pid) => held.endsWith(`:${pid}`)) ? [held] : []));
}

async function inTransaction<Result>(url: string, work: (run: Select) => Promise<Result>): Promise<Result> {
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url), { timeout: 10_000 });
    try {
      database.exec('BEGIN');
      return await work((sql) => database.prepare(sql).all());
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await work(async (sql) => (await client.query<Row>(sql)).rows);
  } finally {
    await client.end();
  }
}
