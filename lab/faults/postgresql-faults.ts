/** What happens to a PostgreSQL server, and to the way to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Replica, startReplica } from '../../server/testing/database/replica.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { between, type Fault, POSTGRESQL, type Random } from './fault.ts';
import type { Installation } from './installation.ts';
import type { Load } from './load.ts';

const RESTART_DEADLINE_MS = 20_000;

/** Tries until the server runs: what is left of the killed one may hold its memory for a moment. */
async function recovered({ postgres }: Pick<Installation, 'postgres'>): Promise<void> {
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

async function onServer(
  { databaseUrl }: Pick<Installation, 'databaseUrl'>,
  ...statements: string[]
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Takes every connection that the server gives, those of the service too. */
async function takeConnections(installation: Installation): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (let refused = 0; refused < 3; ) {
    const client = new pg.Client({ connectionString: installation.databaseUrl });
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

/**
 * Kills the primary when everything that was acknowledged is on its replica, and promotes that. In every other case the
 * service is led to the replica before that, while it is still read-only.
 */
async function failOver(installation: Installation, random: Random): Promise<void> {
  const { postgres, proxy } = installation;
  if (postgres === null) return;
  const replica = await startReplica(postgres);
  await sleep(between(random, 0, 2000));
  await postgres.crash();
  if (random() < 0.5) proxy?.lead(Number(new URL(replica.url).port));
  await sleep(between(random, 0, 2000));
  await replica.promote();
  await installation.replacePostgres(replica);
}

const FROM_REPLICA = /^service_replica_reads_total\{from="replica"\} (\d+)/m;

/** How many statements the gateways have read from the replica. */
async function replicaReads({ urls }: Installation): Promise<number> {
  const pages = await Promise.all(urls.map(async (url) => await (await fetch(`${url}/metrics`)).text()));
  return pages.reduce((sum, page) => sum + Number(FROM_REPLICA.exec(page)?.[1] ?? 0), 0);
}

async function untilReplicaUsed(installation: Installation): Promise<void> {
  const before = await replicaReads(installation);
  await eventually(
    'reads go to the replica',
    async () => (await replicaReads(installation)) > before,
    RESTART_DEADLINE_MS,
    200,
  );
}

/** Reads until it is told to stop; what was not answered with 200. */
function keepReading(urls: readonly string[]): () => Promise<number[]> {
  let isOver = false;
  const refused: number[] = [];
  const ended = Promise.all(
    urls.map(async (url) => {
      while (!isOver) {
        const { status } = await fetch(`${url}/v1/episodes?limit=20`).catch(() => ({ status: 0 }));
        if (status !== 200) refused.push(status);
        await sleep(20);
      }
    }),
  );
  return async () => {
    isOver = true;
    await ended;
    return refused;
  };
}

/** Lets the replica lag, fall silent, end and come back, and promotes it at last. Nobody may notice any of it. */
async function troubleReplica(installation: Installation, random: Random, load: Load): Promise<void> {
  const { postgres, replicaProxy } = installation;
  if (postgres === null || replicaProxy === null) return;
  const replica: Replica = await startReplica(postgres, false);
  const onReplica = (statement: string) => onServer({ databaseUrl: replica.url }, statement);
  const pause = () => sleep(between(random, 300, 3000));
  replicaProxy.lead(Number(new URL(replica.url).port));
  const stopReading = keepReading(installation.urls);
  try {
    await untilReplicaUsed(installation);
    await onReplica('SELECT pg_wal_replay_pause()');
    await pause();
    await onReplica('SELECT pg_wal_replay_resume()');
    await untilReplicaUsed(installation);
    replicaProxy.silence(true);
    await pause();
    replicaProxy.silence(false);
    replicaProxy.cut();
    await untilReplicaUsed(installation);
    await replica.crash();
    await pause();
    await recovered({ postgres: replica });
    await untilReplicaUsed(installation);
    await replica.promote();
    await pause();
  } finally {
    await Promise.all([stopReading(), replica.stop()]);
  }
  const refused = [...(await stopReading()), ...load.acknowledged.writes.filter(({ ok }) => !ok)];
  if (refused.length > 0)
    throw new Error(`${refused.length} were refused, such as ${JSON.stringify(refused[0])}`);
}

export const POSTGRESQL_FAULTS: readonly Fault[] = [
  {
    name: 'database killed',
    dialects: POSTGRESQL,
    async inject(installation) {
      await installation.postgres?.crash();
      await recovered(installation);
    },
  },
  {
    name: 'database stopped for seconds',
    dialects: POSTGRESQL,
    async inject(installation, random) {
      await installation.postgres?.fail();
      await sleep(between(random, 1000, 5000));
      await recovered(installation);
    },
  },
  {
    name: 'database read-only',
    dialects: POSTGRESQL,
    async inject(installation, random) {
      await onServer(
        installation,
        'ALTER SYSTEM SET default_transaction_read_only = on',
        'SELECT pg_reload_conf()',
      );
      await sleep(between(random, 1000, 6000));
      const writable = 'SET default_transaction_read_only = off';
      await onServer(
        installation,
        writable,
        'ALTER SYSTEM RESET default_transaction_read_only',
        'SELECT pg_reload_conf()',
      );
    },
  },
  {
    name: 'database out of connections',
    dialects: POSTGRESQL,
    async inject(installation, random) {
      const taken = await takeConnections(installation);
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
  { name: 'replica lagging, silent, ended, promoted', dialects: POSTGRESQL, inject: troubleReplica },
  { name: 'database failed over to a promoted replica', dialects: POSTGRESQL, inject: failOver },
];
