/** Durable databases for a measurement: what is measured must include the wait for the disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type Dialect, sqlitePath } from '../../server/platform/db/migrations/migrations.ts';
import { createDatabase, startPostgres } from '../../server/testing/database/postgres.ts';

export interface Databases {
  /** The URL of the database `name`, which is empty when it is first named. */
  url(name: string): Promise<string>;
  /** What the database server's own processes have used, in microseconds; 0 where there are none. */
  cpuMicroseconds(): Promise<number>;
  close(): Promise<void>;
}

/** A temporary folder of SQLite files, or a PostgreSQL server of its own. */
export async function openDatabases(dialect: Dialect): Promise<Databases> {
  const known = new Map<string, string>();
  const keep = async (name: string, make: () => Promise<string>) => {
    const url = known.get(name) ?? (await make());
    known.set(name, url);
    return url;
  };
  if (dialect === 'postgresql') {
    const { url, stop } = await startPostgres({ durable: true });
    return {
      url: (name) => keep(name, () => createDatabase(url, name)),
      cpuMicroseconds: () => postgresMicroseconds(url),
      close: stop,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-bench-'));
  return {
    url: (name) => keep(name, () => Promise.resolve(`file:${join(folder, `${name}.db`)}`)),
    cpuMicroseconds: () => Promise.resolve(0),
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

// The forms of server that are measured; apart from the server itself, which starts on import.

/** Measured beside each other, one request at a time. */
export const FORMS = ['gateway', 'bare', 'insert'] as const;
/**
 * `learning` is the gateway with its embedded worker, `watched` the gateway with the dashboard's procedures, which tells how long its event loop stood still.
 */
export type Form = (typeof FORMS)[number] | 'learning' | 'watched';

const SIZE = 800;

/**
 * The floor's one insert: a row of the size that a recall writes, by a statement that the driver itself has
 * prepared.
 */
export async function openFloor(url: string): Promise<(id: string) => Promise<void>> {
  const text = 'x'.repeat(SIZE);
  const create =
    'CREATE TABLE IF NOT EXISTS floor (id TEXT PRIMARY KEY, query TEXT, skills TEXT, memories TEXT)';
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url));
    database.exec(`PRAGMA journal_mode = WAL; ${create}`);
    const insert = database.prepare('INSERT INTO floor VALUES (?, ?, ?, ?)');
    return async (id) => void insert.run(id, text, text, text);
  }
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(create);
  const insert = { name: 'insert', text: 'INSERT INTO floor VALUES ($1, $2, $3, $4)' };
  return async (id) => void (await pool.query({ ...insert, values: [id, text, text, text] }));
}

const MICROSECONDS_PER_TICK = 10_000;
/** Fields of /proc/<pid>/stat after the name: the parent, the process's own time, that of its ended children. */
const PARENT = 1;
const OWN_TIME = [11, 12];
const CHILDREN_TIME = [13, 14];

/** Of the server and of the processes that it started, from the system's own books; 0 where it keeps none. */
async function postgresMicroseconds(url: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ file: string }>("SELECT pg_read_file('postmaster.pid') AS file");
  await client.end();
  const server = rows[0]?.file.split('\n')[0];
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    const isServer = pid === server;
    if (!isServer && fields[PARENT] !== server) continue;
    for (const at of isServer ? [...OWN_TIME, ...CHILDREN_TIME] : OWN_TIME) ticks += Number(fields[at]);
  }
  return ticks * MICROSECONDS_PER_TICK;
}

/** Empty where the process has ended. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}
