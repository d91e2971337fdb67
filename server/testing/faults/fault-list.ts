/** The faults, each brought about and taken away again; what has to recover then is given no further help. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Dialect, sqlitePath } from '../../platform/db/migrations.ts';
import { teachFromRuns } from './teaching.ts';
import type { Program, World } from './world.ts';

const HOUR_MS = 3_600_000;
const RESTART_DEADLINE_MS = 20_000;

type Random = () => number;

export interface Fault {
  name: string;
  dialects: readonly Dialect[];
  /** Resolves when the fault is over. */
  inject(world: World, random: Random): Promise<void>;
}

const BOTH: readonly Dialect[] = ['sqlite', 'postgresql'];
const POSTGRESQL: readonly Dialect[] = ['postgresql'];
const SQLITE: readonly Dialect[] = ['sqlite'];

const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from));
const chosen = (random: Random, programs: readonly Program[]) =>
  programs.slice(Math.floor(random() * programs.length)).slice(0, 1);

async function killAndStart(programs: readonly Program[]): Promise<void> {
  await Promise.all(programs.map((program) => program.kill()));
  await Promise.all(programs.map((program) => program.start()));
}

/** Tries until the server runs: what is left of the killed one may hold its memory for a moment. */
async function recovered({ postgres }: World): Promise<void> {
  const deadline = performance.now() + RESTART_DEADLINE_MS;
  for (;;) {
    try {
      return await postgres?.recover();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function onServer({ databaseUrl }: World, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Takes every connection that the server gives, those of the service too. */
async function takeConnections(world: World): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (let refused = 0; refused < 3; ) {
    const client = new pg.Client({ connectionString: world.databaseUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      refused += 1;
      const [first] = taken;
      await first?.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> ALL($1)`,
        [taken.map((each) => Reflect.get(each, 'processID') as number)],
      );
    }
  }
  return taken;
}

const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'gateway killed',
    dialects: BOTH,
    inject: (world, random) => killAndStart(chosen(random, world.gateways)),
  },
  { name: 'worker killed', dialects: POSTGRESQL, inject: ({ workers }) => killAndStart(workers) },
  {
    name: 'all processes killed',
    dialects: POSTGRESQL,
    inject: ({ gateways, workers }) => killAndStart([...gateways, ...workers]),
  },
  {
    name: 'clock an hour ahead, then right',
    dialects: BOTH,
    inject: (world, random) => withClock(world, HOUR_MS, random),
  },
  {
    name: 'clock an hour behind, then right',
    dialects: BOTH,
    inject: (world, random) => withClock(world, -HOUR_MS, random),
  },
];

async function withClock(world: World, shift: number, random: Random): Promise<void> {
  world.shiftClocks(shift);
  await sleep(between(random, 500, 2500));
  world.shiftClocks(0);
}

const POSTGRESQL_FAULTS: readonly Fault[] = [
  {
    name: 'database killed',
    dialects: POSTGRESQL,
    async inject(world) {
      await world.postgres?.crash();
      await recovered(world);
    },
  },
  {
    name: 'database stopped for seconds',
    dialects: POSTGRESQL,
    async inject(world, random) {
      await world.postgres?.fail();
      await sleep(between(random, 1000, 5000));
      await recovered(world);
    },
  },
  {
    name: 'database read-only',
    dialects: POSTGRESQL,
    async inject(world, random) {
      await onServer(world, 'ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()');
      await sleep(between(random, 1000, 6000));
      const writable = 'SET default_transaction_read_only = off';
      await onServer(
        world,
        writable,
        'ALTER SYSTEM RESET default_transaction_read_only',
        'SELECT pg_reload_conf()',
      );
    },
  },
  {
    name: 'database out of connections',
    dialects: POSTGRESQL,
    async inject(world, random) {
      const taken = await takeConnections(world);
      await sleep(between(random, 500, 4000));
      await Promise.allSettled(taken.map((client) => client.end()));
    },
  },
  {
    name: 'database slow',
    dialects: POSTGRESQL,
    async inject({ proxy }, random) {
      proxy?.delay(between(random, 20, 150));
      await sleep(between(random, 1000, 4000));
      proxy?.delay(0);
    },
  },
  {
    name: 'database silent for seconds',
    dialects: POSTGRESQL,
    async inject({ proxy }, random) {
      proxy?.silence(true);
      await sleep(between(random, 500, 5000));
      proxy?.silence(false);
    },
  },
  {
    name: 'connections to the database cut',
    dialects: POSTGRESQL,
    async inject({ proxy }, random) {
      for (let times = between(random, 1, 4); times > 0; times -= 1) {
        proxy?.cut();
        await sleep(between(random, 50, 500));
      }
    },
  },
];

/** Writes a file that leaves so many blocks of the disk free, or none where the service took some meanwhile. */
function fillDisk(folder: string, file: string, blocksLeft: number): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bavail - blocksLeft) * bsize));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

const SQLITE_FAULTS: readonly Fault[] = [
  {
    name: 'disk full',
    dialects: SQLITE,
    async inject({ disk }, random) {
      if (disk === null) return;
      const ballast = join(disk.folder, 'ballast');
      fillDisk(disk.folder, ballast, between(random, 0, 4));
      await sleep(between(random, 1000, 6000));
      rmSync(ballast);
    },
  },
  {
    name: 'file locked by another process',
    dialects: SQLITE,
    async inject({ databaseUrl }, random) {
      const database = new DatabaseSync(sqlitePath(databaseUrl), { timeout: 10_000 });
      database.exec('BEGIN IMMEDIATE');
      await sleep(between(random, 500, 8000));
      database.exec('ROLLBACK');
      database.close();
    },
  },
];

/** One in three is slow, one answers nonsense, one fails again and again. */
async function troubleModel({ model }: World, random: Random): Promise<void> {
  const kind = between(random, 0, 4);
  if (kind === 0) model.latency(between(random, 300, 3000));
  if (kind === 1) model.garbled('*', '<html>no model here</html>');
  if (kind === 2) model.malformed('*', '{"outcome": 7, "ops": "none"');
  for (let times = 0; kind === 3 && times < 4; times += 1) {
    model.fail('*', { status: 500, times: 2 });
    model.failEmbeddings({ status: 503, times: 2 });
    model.drop(1);
    await sleep(300);
  }
  model.failEmbeddings({ status: 500, times: 5 });
  await sleep(between(random, 1000, 3000));
  model.reset();
  teachFromRuns(model);
}

const MODEL_FAULTS: readonly Fault[] = [
  { name: 'model slow, failing or talking nonsense', dialects: BOTH, inject: troubleModel },
];

export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...POSTGRESQL_FAULTS,
  ...SQLITE_FAULTS,
  ...MODEL_FAULTS,
];
