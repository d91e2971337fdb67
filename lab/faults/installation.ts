/** An installation of real processes on a database of its own, to be broken and mended, and what it shows of itself. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DAY_MS } from '../../server/domain/time.ts';
import { type Dialect, sqlitePath } from '../../server/platform/db/migrations/migrations.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/database/postgres.ts';
import { freePort } from '../gateway/gateway-process.ts';
import { type StandInModel, startStandInModel } from '../model/stand-in-model.ts';
import { teachFromRuns } from './fault.ts';
import { gatewayOf, type Program, workerOf } from './program.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const DISK_BYTES = 256 * 1024 * 1024;

const CANARY_DAYS = 1;
/** After this time a canary that was not decided expires. */
export const LONGEST_CANARY_MS = CANARY_DAYS * DAY_MS;

/** Settings under which much happens in little time. */
const LIVELY = {
  SERVICE_ENV: 'dev',
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_DB_POOL_SIZE: '4',
  SERVICE_DB_MAX_OVERFLOW: '4',
  SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  SERVICE_CANARY_MIN_SAMPLES: '2',
  SERVICE_CANARY_MAX_SAMPLES: '6',
  SERVICE_CANARY_MAX_DAYS: String(CANARY_DAYS),
  SERVICE_HOLDOUT_RATE: '0.1',
  SERVICE_WORKER_METRICS_PORT: '0',
  SERVICE_LLM_PROVIDER: 'openai',
  SERVICE_LLM_MODEL: 'stand-in',
  SERVICE_LLM_API_KEY: 'stand-in-key',
  SERVICE_EMBEDDINGS_MODEL: 'stand-in',
};

export interface Installation {
  readonly dialect: Dialect;
  readonly urls: readonly string[];
  readonly gateways: readonly Program[];
  readonly workers: readonly Program[];
  readonly model: StandInModel;
  /** PostgreSQL and the way to it; null on SQLite. */
  readonly postgres: TestPostgres | null;
  readonly proxy: TcpProxy | null;
  /** The way to the replica that reads may go to. Nothing is there but while a fault needs one. */
  readonly replicaProxy: TcpProxy | null;
  /** Where the file of SQLite is; null on PostgreSQL, and where this process may not mount a disk. */
  readonly disk: Disk | null;
  /** The address of the database, past the proxy. */
  readonly databaseUrl: string;
  /** Has another server in the place of PostgreSQL, and removes the one that was there. */
  replacePostgres(server: TestPostgres): Promise<void>;
  /** Shifts the clocks of all processes. */
  shiftClocks(milliseconds: number): void;
  /** What processes said that ended by themselves. */
  readonly crashes: string[];
  /** The processes that were killed, since somebody last took them from here. */
  readonly killed: { pid: number; at: number }[];
  /** What there is to tell of the last fault. */
  readonly notes: string[];
  close(): Promise<void>;
}

/** The place of the database, and how to take it away. */
type Place = Pick<
  Installation,
  'postgres' | 'proxy' | 'replicaProxy' | 'disk' | 'databaseUrl' | 'replacePostgres'
> & {
  readonly serviceUrl: string;
  readonly readUrl?: string;
  remove(): Promise<void>;
};

const placeOf = (dialect: Dialect) => (dialect === 'postgresql' ? placeOfPostgres() : placeOfSqlite());

async function placeOfPostgres(): Promise<Place> {
  // It is killed, and what it acknowledged must outlive that.
  let postgres = await startPostgres({ durable: true, more: ['max_connections=46', 'wal_keep_size=512MB'] });
  const portOf = (server: TestPostgres) => Number(new URL(server.url).port);
  const proxy = await startTcpProxy(portOf(postgres));
  const service = new URL(postgres.url);
  service.port = String(proxy.port);
  const replicaProxy = await startTcpProxy(await freePort());
  const read = new URL(service);
  read.port = String(replicaProxy.port);
  return {
    get postgres() {
      return postgres;
    },
    get databaseUrl() {
      return postgres.url;
    },
    async replacePostgres(server) {
      const before = postgres;
      postgres = server;
      proxy.lead(portOf(server));
      await before.stop();
    },
    ...{ proxy, replicaProxy, disk: null, serviceUrl: service.toString(), readUrl: read.toString() },
    async remove() {
      await replicaProxy.close();
      await proxy.close();
      await postgres.stop();
    },
  };
}

function placeOfSqlite(): Promise<Place> {
  const disk = mountDisk(DISK_BYTES);
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'whetstone-faults-'));
  const url = `file:${join(folder, 'service.db')}`;
  const remove = () => Promise.resolve(disk === null ? rmSync(folder, { recursive: true }) : disk.remove());
  const replacePostgres = () => Promise.reject(new Error('there is no PostgreSQL here'));
  return Promise.resolve({
    ...{
      postgres: null,
      proxy: null,
      replicaProxy: null,
      disk,
      databaseUrl: url,
      serviceUrl: url,
      replacePostgres,
      remove,
    },
  });
}

/**
 * Starts an installation: on SQLite a gateway with its worker, on PostgreSQL a gateway with one, a gateway without and
 * a worker by itself.
 */
export async function openInstallation(dialect: Dialect): Promise<Installation> {
  const place = await placeOf(dialect);
  const model = await startStandInModel();
  teachFromRuns(model);
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-processes-'));
  const clockFile = join(folder, 'shift');
  const crashes: string[] = [];
  const killed: Installation['killed'] = [];
  const settings = {
    ...LIVELY,
    SERVICE_DATABASE_URL: place.serviceUrl,
    SERVICE_DATABASE_READ_URL: place.readUrl ?? '',
    SERVICE_LLM_BASE_URL: model.url,
    SERVICE_EMBEDDINGS_URL: model.url,
    TEST_CLOCK_FILE: clockFile,
  };
  const processes = { settings, folder, crashes, killed };
  const shared = dialect === 'postgresql';
  const gateways = [await gatewayOf(processes, 'gateway-1', true)];
  if (shared) gateways.push(await gatewayOf(processes, 'gateway-2', false));
  const workers = shared ? [workerOf(processes, 'worker')] : [];
  const programs = [...gateways, ...workers];
  const leaveNothing = () => {
    for (const program of programs) void program.kill();
    place.disk?.remove();
  };
  process.once('exit', leaveNothing);
  // The first one migrates the database; the others would only wait for it.
  await gateways[0]?.start();
  await Promise.all(programs.slice(1).map((program) => program.start()));
  await noteProposals(place.databaseUrl);
  return Object.assign(place, {
    dialect,
    gateways,
    workers,
    model,
    crashes,
    killed,
    notes: [],
    urls: gateways.flatMap(({ url }) => url ?? []),
    shiftClocks: (milliseconds: number) => writeFileSync(clockFile, String(milliseconds)),
    async close() {
      process.off('exit', leaveNothing);
      await Promise.all(programs.map((program) => program.stop()));
      await model.close();
      await place.remove();
      rmSync(folder, { recursive: true });
    },
  });
}

const COUNTED = `(SELECT count(*) FROM feedback f WHERE f.tenant = e.tenant AND f.episode_id = e.id)`;
const TABLE = 'changeset_id TEXT NOT NULL, episode_id TEXT NOT NULL, ratings INTEGER NOT NULL';

const SQLITE = `
  CREATE TABLE noted_proposal (id INTEGER PRIMARY KEY, ${TABLE}, settled BOOLEAN NOT NULL);
  CREATE TRIGGER note_proposal AFTER INSERT ON changeset WHEN NEW.source = 'reflection' BEGIN
    INSERT INTO noted_proposal (changeset_id, episode_id, ratings, settled)
    SELECT NEW.id, e.id, ${COUNTED}, e.reflected
    FROM json_each(NEW.episode_ids) j JOIN episode e ON e.tenant = NEW.tenant AND e.id = j.value;
  END`;

const POSTGRESQL = `
  CREATE TABLE noted_proposal (id BIGSERIAL PRIMARY KEY, ${TABLE}, settled BOOLEAN NOT NULL);
  CREATE FUNCTION note_proposal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO noted_proposal (changeset_id, episode_id, ratings, settled)
    SELECT NEW.id, e.id, ${COUNTED}, e.reflected
    FROM jsonb_array_elements_text(NEW.episode_ids::jsonb) j JOIN episode e ON e.tenant = NEW.tenant AND e.id = j;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_proposal AFTER INSERT ON changeset FOR EACH ROW WHEN (NEW.source = 'reflection')
    EXECUTE FUNCTION note_proposal()`;

/** Has the database at `url` note them from now on, in the table `noted_proposal`. */
async function noteProposals(url: string): Promise<void> {
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url), { timeout: 10_000 });
    database.exec(SQLITE);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(POSTGRESQL);
  await client.end();
}

const MOUNTED = 'mounted';
const BALLAST = 'ballast';

interface Disk {
  readonly folder: string;
  /** Fills it but for so many blocks, or wholly where the service takes some meanwhile. */
  fill(blocksLeft: number): void;
  /** Makes room again. */
  empty(): void;
  /**
   * Refuses every write, through files that are open too, or takes them again. A file system with open files cannot be
   * mounted read-only from outside. Files that are immutable give SQLite what one does that ext4 has made read-only by
   * itself after an error (`/sys/fs/ext4/loop0/trigger_fs_error`): 778 (IOERR_WRITE) on a connection that is open and 8
   * (READONLY) on a new one, while reading goes on. Of the two only this can be taken back.
   */
  refuseWrites(isRefusing: boolean): void;
  remove(): void;
}

const run = (command: string, ...sent: string[]) => execFileSync(command, sent, { stdio: 'ignore' });

/** Mounts an ext4 file system of so many bytes that is kept in a file; null where this process may not. Linux and root alone can. */
function mountDisk(bytes: number): Disk | null {
  const home = mkdtempSync(join(tmpdir(), 'whetstone-disk-'));
  const image = join(home, 'image');
  const folder = mkdtempSync(join(home, MOUNTED));
  try {
    writeFileSync(image, '');
    truncateSync(image, bytes);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, folder);
  } catch {
    rmSync(home, { recursive: true });
    return null;
  }
  const ballast = join(folder, BALLAST);
  return {
    folder,
    fill(blocksLeft) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail - blocksLeft) * bsize));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    empty: () => rmSync(ballast),
    refuseWrites(isRefusing) {
      // The index of the log (`-shm`) is memory that processes share, and goes on being written on such a file system too.
      const files = readdirSync(folder).filter((name) => name.endsWith('.db') || name.endsWith('.db-wal'));
      run('chattr', isRefusing ? '+i' : '-i', folder, ...files.map((name) => join(folder, name)));
    },
    remove() {
      // A process that was killed may still be ending.
      run('umount', '-l', folder);
      rmSync(home, { recursive: true });
    },
  };
}
