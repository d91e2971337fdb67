/**
 * A streaming replica of a test's PostgreSQL. The packaged programs have no `pg_basebackup`, so the copy is made by the
 * functions that it is made of (PostgreSQL's manual, "Making a Base Backup Using the Low Level API").
 */
import { chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { eventually } from '../eventually.ts';
import { makeServerFolder, type ServerFolder, serveFolder, type TestPostgres } from './postgres.ts';

const IN_STEP_DEADLINE_MS = 30_000;

/** Folders that a copy has empty. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
];
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts'];

export interface Replica extends TestPostgres {
  /** Makes it the primary; the old one must have ended. */
  promote(): Promise<void>;
}

/**
 * Starts a replica of `primary`, and returns when it has everything that was committed until then. From then on the
 * primary acknowledges a commit only when the replica has it too, if it `isSynchronous`.
 */
export async function startReplica(primary: TestPostgres, isSynchronous = true): Promise<Replica> {
  const made = await baseBackup(primary, 'standby.signal');
  const name = basename(made.folder);
  const { hostname, port, username } = new URL(primary.url);
  const replica = await serveFolder(made, [
    ...primary.settings.filter((setting) => !setting.startsWith('primary_conninfo=')),
    `primary_conninfo=host=${hostname} port=${port} user=${username} application_name=${name}`,
  ]);
  await withClient(primary.url, (client) => waitInStep(client, name, isSynchronous));
  return {
    ...replica,
    promote: () =>
      withClient(replica.url, async (client) => void (await client.query('SELECT pg_promote(wait => true)'))),
  };
}

/** A base backup of a server at work, in a folder that a server can start on; `signal` is the file that says what as. */
async function baseBackup(
  primary: TestPostgres,
  signal: 'standby.signal' | 'recovery.signal',
): Promise<ServerFolder> {
  const made = makeServerFolder();
  await withClient(primary.url, async (client) => {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`);
    await copyData(primary.data, made.data, made);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await addFile(made, 'backup_label', rows[0]?.labelfile ?? '');
    await addFile(made, signal, '');
  });
  return made;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the data of a server that is writing; what it removes meanwhile its log makes up for. */
async function copyData(from: string, to: string, { account }: ServerFolder): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (account !== undefined) await chown(to, account.uid, account.gid);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(from.length + 1);
    const isIn = EMPTY.some((folder) => path.startsWith(`${folder}/`));
    if (NOT_COPIED.includes(path) || (isIn && !entry.isDirectory())) continue;
    const target = join(to, path);
    if (entry.isDirectory()) await mkdir(target, { mode: 0o700 });
    else if (!(await copied(source, target))) continue;
    if (account !== undefined) await chown(target, account.uid, account.gid);
  }
}

async function copied(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function addFile({ data, account }: ServerFolder, name: string, content: string): Promise<void> {
  const path = join(data, name);
  await writeFile(path, content, { mode: 0o600 });
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

/** Returns when the replica has all that came before, and the primary waits for it at each commit if it `isSynchronous`. */
async function waitInStep(client: pg.Client, name: string, isSynchronous: boolean): Promise<void> {
  if (isSynchronous) {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '"${name}"'`);
    await client.query('SELECT pg_reload_conf()');
  }
  const { rows } = await client.query<{ written: string }>('SELECT pg_current_wal_lsn() AS written');
  const sql = `SELECT 1 FROM pg_stat_replication 
    WHERE application_name = '${name}' AND sync_state = '${isSynchronous ? 'sync' : 'async'}' AND replay_lsn >= $1`;
  const isInStep = async () => (await client.query(sql, [rows[0]?.written])).rowCount === 1;
  await eventually('the replica is in step with its primary', isInStep, IN_STEP_DEADLINE_MS);
}
