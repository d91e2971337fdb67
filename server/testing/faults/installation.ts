/** An installation of real processes on a database of its own, to be broken and mended, and what it shows of itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../domain/time.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { startPostgres, type TestPostgres } from '../database/postgres.ts';
import { type StandInModel, startStandInModel } from '../model/stand-in-model.ts';
import { type Disk, mountDisk } from './disk.ts';
import { gatewayOf, type Program, workerOf } from './program.ts';
import { noteProposals } from './proposals.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { teachFromRuns } from './teaching.ts';

const DISK_BYTES = 256 * 1024 * 1024;

const CANARY_DAYS = 1;
/** After this time a canary that was not decided expires. */
export const LONGEST_CANARY_MS = CANARY_DAYS * DAY_MS;

/** Settings under which much happens in little time. */
const LIVELY = {
  SERVICE_ENV: 'dev',
  SERVICE_DASHBOARD_AT_START: 'false',
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
type Place = Pick<Installation, 'postgres' | 'proxy' | 'disk' | 'databaseUrl' | 'replacePostgres'> & {
  readonly serviceUrl: string;
  remove(): Promise<void>;
};

const placeOf = (dialect: Dialect) => (dialect === 'postgresql' ? placeOfPostgres() : placeOfSqlite());

async function placeOfPostgres(): Promise<Place> {
  let postgres = await startPostgres({ more: ['max_connections=40', 'wal_keep_size=512MB'] });
  const portOf = (server: TestPostgres) => Number(new URL(server.url).port);
  const proxy = await startTcpProxy(portOf(postgres));
  const service = new URL(postgres.url);
  service.port = String(proxy.port);
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
    ...{ proxy, disk: null, serviceUrl: service.toString() },
    async remove() {
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
    ...{ postgres: null, proxy: null, disk, databaseUrl: url, serviceUrl: url, replacePostgres, remove },
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
