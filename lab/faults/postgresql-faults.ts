/** What happens to a PostgreSQL server, and to the way to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startReplica } from '../../server/testing/database/replica.ts';
import { between, type Fault, POSTGRESQL, type Random } from './fault.ts';
import type { Installation } from './installation.ts';

const RESTART_DEADLINE_MS = 20_000;

/** Tries until the server runs: what is left of the killed one may hold its memory for a moment. */
async function recovered({ postgres }: Installation): Promise<void> {
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

async function onServer({ databaseUrl }: Installation, ...statements: string[]): Promise<void> {
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
  { name: 'database failed over to a promoted replica', dialects: POSTGRESQL, inject: failOver },
];
