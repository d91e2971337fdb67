/**
 * A real PostgreSQL for the tests from binaries that npm brings, started on a free loopback port and thrown
 * away afterwards. TEST_DATABASE_URL names another server instead.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../lab/gateway/gateway-process.ts';
import { type Account, serverAccount, usableBinaries } from './postgres-binaries.ts';

const START_DEADLINE_MS = 30_000;

/** A running server: a URL of its maintenance database, and how to end it. */
export interface TestPostgres {
  url: string;
  data: string;
  /** What it was started with, as `name=value`. */
  settings: readonly string[];
  /** Ends the server at once, transactions under way or not, and keeps its data. */
  fail(): Promise<void>;
  /** Kills its first process, which the others notice; nothing is written any more. */
  crash(): Promise<void>;
  /** Starts it again at the same address. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

async function untilReady(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${log()}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A folder that a server may use, its data in `data`; the programs; and the account that owns and runs them. */
export interface ServerFolder {
  folder: string;
  data: string;
  native: string;
  account: Account | undefined;
}

/** Makes a folder for a server, still without data. */
export function makeServerFolder(): ServerFolder {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-pg-'));
  const account = serverAccount();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return { folder, data: join(folder, 'data'), native: usableBinaries(folder, account), account };
}

/** Starts a server on the data of a folder, which goes when it is stopped. `settings` are those of `name=value`. */
export async function serveFolder(
  { folder, data, native, account }: ServerFolder,
  settings: readonly string[],
): Promise<TestPostgres> {
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const url = `postgresql://whetstone@127.0.0.1:${port}/postgres`;
  let ended: Promise<unknown> = Promise.resolve();
  let server: ChildProcess | undefined;
  const serve = async () => {
    const started = spawn(join(native, 'bin/postgres'), args, {
      ...account,
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    ended = new Promise((resolve) => started.once('exit', resolve));
    let log = '';
    started.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    await untilReady(url, started, () => log);
  };
  const end = async (signal: NodeJS.Signals) => {
    server?.kill(signal);
    await ended;
  };
  const killOnExit = () => server?.kill('SIGINT');
  process.once('exit', killOnExit);
  await serve();
  return {
    ...{ url, data, settings },
    fail: () => end('SIGQUIT'),
    crash: () => end('SIGKILL'),
    recover: serve,
    async stop() {
      process.off('exit', killOnExit);
      await end('SIGINT');
      // What a killed server started may still be ending.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

interface PostgresOptions {
  durable?: boolean;
  /** Further settings, as `name=value`. */
  more?: readonly string[];
}

/**
 * Starts a server with an empty cluster. It does not wait for the disk unless `durable`: its data is thrown
 * away.
 */
export async function startPostgres({
  durable = false,
  more = [],
}: PostgresOptions = {}): Promise<TestPostgres> {
  const made = makeServerFolder();
  const { folder, data, native, account } = made;
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'whetstone', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return await serveFolder(made, [
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=300',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    ...more,
  ]);
}

/** Runs one statement on a server. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Makes the database `name` on the server at `url`, as a copy where a template is named; returns its URL. Copying its files
 * takes a third of the CPU time that writing its pages to the log does.
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const copy = template === undefined ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
  await onServer(url, `CREATE DATABASE ${name}${copy}`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.toString();
}
