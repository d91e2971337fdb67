/** The rows of a database as they were at one moment, read beside the gateways, with the names that code uses. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { sqlitePath } from '../../platform/db/migrations.ts';

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
  proposals: 'noted_proposal',
  recalls: 'recall',
  skills: 'skill',
  versions: 'skill_version',
} as const;

export type Row = Readonly<Record<string, unknown>>;
export type Rows = Record<keyof typeof TABLES, Row[]>;

const camel = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const renamed = (row: object): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

type Select = (sql: string) => Promise<object[]> | object[];

async function select(run: Select, tenant: string | undefined): Promise<Rows> {
  const where = tenant === undefined ? '' : ` WHERE tenant = '${tenant}'`;
  const read: [string, Row[]][] = [];
  for (const [name, table] of Object.entries(TABLES)) {
    read.push([name, (await run(`SELECT * FROM "${table}"${where}`)).map(renamed)]);
  }
  return Object.fromEntries(read) as Rows;
}

/** Reads all tables of the database at `url` in one transaction; of one tenant alone where it is named. */
export async function readRows(url: string, tenant?: string): Promise<Rows> {
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url), { timeout: 10_000 });
    try {
      database.exec('BEGIN');
      return await select((sql) => database.prepare(sql).all(), tenant);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await select(async (sql) => (await client.query<Row>(sql)).rows, tenant);
  } finally {
    await client.end();
  }
}
