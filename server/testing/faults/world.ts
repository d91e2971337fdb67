/** An installation of real processes on a database of its own, to be broken and mended, and what it shows of itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Dialect } from '../../platform/db/migrations.ts';
import { startPostgres, type TestPostgres } from '../database/postgres.ts';
import { freePort, type Launched, launch, untilReady } from '../gateway-process.ts';
import { type StandInModel, startStandInModel } from '../model/stand-in-model.ts';
import { mountDisk, type SmallDisk } from '../outage.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { teachFromRuns } from './teaching.ts';

const DISK_KILOBYTES = 256 * 1024;
const OUTPUT_SHOWN = 1500;
const START_DEADLINE_MS = 60_000;

/** Settings under which much happens in little time. */
const LIVELY = {
  SERVICE_ENV: 'dev',
  SERVICE_DASHBOARD_AT_START: 'false',
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_DB_POOL_SIZE: '4',
  SERVICE_DB_MAX_OVERFLOW: '4',
  SERVICE_JOB_LEASE_SECONDS: '5',
  SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  SERVICE_CANARY_MIN_SAMPLES: '2',
  SERVICE_CANARY_MAX_SAMPLES: '6',
  SERVICE_HOLDOUT_RATE: '0.1',
  SERVICE_WORKER_METRICS_PORT: '0',
  SERVICE_LLM_PROVIDER: 'openai',
  SERVICE_LLM_MODEL: 'stand-in',
  SERVICE_LLM_API_KEY: 'stand-in-key',
  SERVICE_EMBEDDINGS_MODEL: 'stand-in',
};

/** A process that is started again as it was. */
export interface Program {
  readonly url: string | null;
  start(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface World {
  readonly dialect: Dialect;
  readonly urls: readonly string[];
  readonly gateways: readonly Program[];
  readonly workers: readonly Program[];
  readonly model: StandInModel;
  /** PostgreSQL and the way to it; null on SQLite. */
  readonly postgres: TestPostgres | null;
  readonly proxy: TcpProxy | null;
  /** Where the file of SQLite is; null where this process may not mount a disk. */
  readonly disk: SmallDisk | null;
  /** The address of the database, past the proxy. */
  readonly databaseUrl: string;
  /** Shifts the clocks of all processes. */
  shiftClocks(milliseconds: number): void;
  /** What processes said that ended by themselves. */
  readonly crashes: readonly string[];
  close(): Promise<void>;
}

/** The place of the database, and how to take it away. */
type Place = Pick<World, 'postgres' | 'proxy' | 'disk' | 'databaseUrl'> & {
  serviceUrl: string;
  remove(): Promise<void>;
};

async function placeOf(dialect: Dialect): Promise<Place> {
  if (dialect === 'postgresql') {
    const postgres = await startPostgres({ more: ['max_connections=40'] });
    const proxy = await startTcpProxy(Number(new URL(postgres.url).port));
    const service = new URL(postgres.url);
    service.port = String(proxy.port);
    const remove = async () => {
      await proxy.close();
      await postgres.stop();
    };
    return { postgres, proxy, disk: null, databaseUrl: postgres.url, serviceUrl: service.toString(), remove };
  }
  const disk = mountDisk(DISK_KILOBYTES);
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'whetstone-faults-'));
  const url = `file:${join(folder, 'service.db')}`;
  const remove = () => Promise.resolve(disk === null ? rmSync(folder, { recursive: true }) : disk.remove());
  return { postgres: null, proxy: null, disk, databaseUrl: url, serviceUrl: url, remove };
}

/** Waits for a worker: one that cannot reach its database while it starts ends, as it should. */
async function untilStarted({ child, output }: Launched): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && !output().includes('worker.started')) {
    if (Date.now() > deadline) throw new Error(`the worker did not start:\n${output()}`);
    await sleep(50);
  }
}

/** Makes a program of a script; what ends by itself is told to `crashes`. */
function programOf(
  script: string,
  settings: Record<string, string>,
  url: string | null,
  crashes: string[],
): Program {
  let running: { launched: Launched; wanted: boolean } | null = null;
  const end = async (signal: NodeJS.Signals) => {
    if (running === null) return;
    running.wanted = false;
    running.launched.child.kill(signal);
    await running.launched.ended;
    running = null;
  };
  return {
    url,
    async start() {
      const current = { launched: launch(script, settings), wanted: true };
      running = current;
      void current.launched.ended.then(({ code, signal, output }) => {
        if (current.wanted)
          crashes.push(`${script} ended (${code ?? signal}): ${output.slice(-OUTPUT_SHOWN)}`);
      });
      await (url === null ? untilStarted(current.launched) : untilReady(url, current.launched));
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function gatewayOf(
  settings: Record<string, string>,
  hasWorker: boolean,
  crashes: string[],
): Promise<Program> {
  const port = String(await freePort());
  const own = { ...settings, SERVICE_PORT: port, SERVICE_EMBEDDED_WORKER: String(hasWorker) };
  return programOf('server/main.ts', own, `http://127.0.0.1:${port}`, crashes);
}

/**
 * Starts an installation: on SQLite a gateway with its worker, on PostgreSQL a gateway with one, a gateway without and
 * a worker by itself.
 */
export async function openWorld(dialect: Dialect): Promise<World> {
  const { serviceUrl, remove, ...place } = await placeOf(dialect);
  const model = await startStandInModel();
  teachFromRuns(model);
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-clock-'));
  const clockFile = join(folder, 'shift');
  const crashes: string[] = [];
  const settings = {
    ...LIVELY,
    SERVICE_DATABASE_URL: serviceUrl,
    SERVICE_LLM_BASE_URL: model.url,
    SERVICE_EMBEDDINGS_URL: model.url,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href}`,
    TEST_CLOCK_FILE: clockFile,
  };
  const shared = dialect === 'postgresql';
  const gateways = [await gatewayOf(settings, true, crashes)];
  if (shared) gateways.push(await gatewayOf(settings, false, crashes));
  const workers = shared ? [programOf('worker/main.ts', settings, null, crashes)] : [];
  const programs = [...gateways, ...workers];
  for (const program of programs) await program.start();
  return {
    ...place,
    dialect,
    gateways,
    workers,
    model,
    crashes,
    urls: gateways.flatMap(({ url }) => url ?? []),
    shiftClocks: (milliseconds) => writeFileSync(clockFile, String(milliseconds)),
    async close() {
      await Promise.all(programs.map((program) => program.stop()));
      await model.close();
      await remove();
      rmSync(folder, { recursive: true });
    },
  };
}
