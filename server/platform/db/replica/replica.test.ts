/** Reads on a real streaming replica: which go there, and what happens while it lags, is away or is promoted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFactory } from '../../../api/trpc/fields.ts';
import { dashboardRouter } from '../../../api/trpc/router.ts';
import { type Principal, SCOPES } from '../../../domain/principal.ts';
import {
  createDatabase,
  onServer,
  startPostgres,
  type TestPostgres,
} from '../../../testing/database/postgres.ts';
import { type Replica, startReplica } from '../../../testing/database/replica.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTestGateway, type TestGateway } from '../../../testing/test-gateway.ts';
import { TEST_START } from '../../../testing/test-start.ts';
import { migrate } from '../migrations/migrate.ts';
import { keepPartitions } from '../partitions/partitions.ts';
import { clientOf } from '../prisma.ts';
import { LAG_MS } from './replica.ts';

const DEADLINE_MS = 60_000;
const TENANT = 'dev';
const who: Principal = {
  tenant: TENANT,
  actor: 'dev',
  bucket: 'dev',
  scopes: new Set(SCOPES),
  operator: { home: TENANT },
};

let primary: TestPostgres;
let replica: Replica;
/** Two on one database; only the first one is asked to write. */
let gateways: TestGateway[] = [];
const first = () => gateways[0] as TestGateway;
const second = () => gateways[1] as TestGateway;

const inDatabase = (server: string) => Object.assign(new URL(server), { pathname: '/service' }).toString();

const open = (database: string, readUrl: string) =>
  openTestGateway('postgresql', {
    SERVICE_DATABASE_URL: database,
    SERVICE_DATABASE_READ_URL: readUrl,
    SERVICE_RATE_LIMIT_PER_MINUTE: '0',
    SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  });

const statements = ({ runtime }: TestGateway) => {
  const use = runtime.db.replicaUse();
  return { ...(use?.statements ?? { replica: 0, primary: 0 }), lag: use?.lagSeconds ?? 0 };
};

/** How many statements `work` did, by where they went. */
async function wentTo(gateway: TestGateway, work: () => Promise<unknown>) {
  const before = statements(gateway);
  await work();
  const after = statements(gateway);
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

const list = async (gateway: TestGateway) => {
  const { status, json } = await gateway.call('GET', '/v1/memories?agent_id=default&limit=200');
  return { status, contents: (json as { content: string }[]).map(({ content }) => content) };
};

/** Waits until a list is read from the replica again. */
const untilUsed = (gateway: TestGateway) =>
  eventually(
    'reads go to the replica',
    async () => (await wentTo(gateway, () => list(gateway))).replica > 0,
    DEADLINE_MS,
  );

const reasons = ({ runtime }: TestGateway) =>
  runtime.lines.filter(({ event }) => event === 'database.replica_left').map(({ reason }) => reason);
const untilLeft = (gateway: TestGateway, reason: string) =>
  eventually(
    `the replica is ${reason}`,
    () => Promise.resolve(reasons(gateway).includes(reason)),
    DEADLINE_MS,
  );

const remember = async (content: string) => {
  const { status } = await first().call('POST', '/v1/memories', { body: { content } });
  expect(status).toBe(200);
};

async function makeDatabase(server: string) {
  const url = await createDatabase(server, 'service');
  await migrate(url);
  await keepPartitions(url, new Date(TEST_START));
  return url;
}

beforeAll(async () => {
  primary = await startPostgres({ more: ['wal_keep_size=512MB'] });
  const url = await makeDatabase(primary.url);
  replica = await startReplica(primary, false);
  gateways = [await open(url, inDatabase(replica.url)), await open(url, inDatabase(replica.url))];
  await Promise.all(gateways.map(untilUsed));
}, 120_000);

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await replica.stop();
  await primary.stop();
});

const REST_READS = [
  '/v1/agents/default/export',
  '/v1/agents/default/insights',
  '/v1/admin/audit',
  '/v1/episodes',
  '/v1/memories?agent_id=default',
] as const;

const caller = (gateway: TestGateway) =>
  callerFactory(dashboardRouter)({ runtime: gateway.runtime, principal: who });
const DASHBOARD_READS: Record<string, (as: ReturnType<typeof caller>) => Promise<unknown>> = {
  audit: (as) => as.audit.search({}),
  episodes: (as) => as.episodes.list({}),
  insights: (as) => as.insights.read({ agentId: 'default' }),
  skills: (as) => as.skills.list({}),
  userExport: (as) => as.erasure.export({ userId: 'u' }),
};

describe('with a replica in step', () => {
  it.each(REST_READS)('GET %s reads there', async (path) => {
    const went = await wentTo(first(), async () =>
      expect((await first().call('GET', path)).status).toBe(200),
    );
    expect(went).toEqual({ replica: expect.any(Number), primary: 0 });
    expect(went.replica).toBeGreaterThan(0);
  });

  it.each(Object.entries(DASHBOARD_READS))('the dashboard’s %s reads there', async (_, read) => {
    const went = await wentTo(first(), () => read(caller(first())));
    expect(went.primary).toBe(0);
    expect(went.replica).toBeGreaterThan(0);
  });

  it('recalls, runs, memories, skills and previews stay on the primary', async () => {
    const post = async (path: string, body: object) =>
      expect((await first().call('POST', path, { body })).status).toBeLessThan(300);
    const went = await wentTo(first(), async () => {
      await post('/v1/recall', { query: 'refund an order' });
      await post('/v1/episodes', { task: 'Refund an order', outcome: 'success' });
      await post('/v1/memories', { content: 'The depot opens at six' });
      await post('/v1/skills', {
        name: 'refund',
        description: 'Refund',
        bullets: [{ content: 'Look first' }],
      });
      await caller(first()).recalls.preview({ agent_id: 'default', query: 'refund an order' });
    });
    expect(went).toEqual({ replica: 0, primary: 0 });
  });

  it('a statement runs on the server of the replica, and one that writes on the primary', async () => {
    const reading = await first().runtime.db.beginReading();
    const client = clientOf(reading?.read ?? first().runtime.db.read);
    const isReplica = async () => await client.$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery() AS is`;
    expect(await isReplica()).toEqual([{ is: true }]);
    await client.$queryRaw`INSERT INTO service_state (key, value) VALUES ('written', 'x') RETURNING key`;
    expect(await isReplica()).toEqual([{ is: false }]);
    reading?.end();
  });

  it('what one gateway wrote, the other one reads at once', async () => {
    const went = await wentTo(second(), async () => {
      for (let count = 0; count < 50; count += 1) {
        const { json } = await first().call('POST', '/v1/episodes', { body: { task: `Park van ${count}` } });
        const path = `/v1/episodes/${(json as { episode_id: string }).episode_id}`;
        expect((await second().call('GET', path)).status).toBe(200);
      }
    });
    expect(went.replica).toBeGreaterThan(0);
  });
});

describe('with a replica that', () => {
  it('lags: one’s own change is read at once, from the primary, until it has caught up', async () => {
    await Promise.all(gateways.map(untilUsed));
    await onServer(replica.url, 'SELECT pg_wal_replay_pause()');
    await remember('The gate code changed today');
    const went = await wentTo(second(), async () => {
      expect((await list(second())).contents).toContain('The gate code changed today');
    });
    expect(went.replica).toBe(0);
    await untilLeft(second(), 'behind');
    expect(statements(second()).lag).toBeGreaterThan(LAG_MS / 1000);
    expect((await second().call('GET', '/readyz')).status).toBe(200);
    const metrics = (await second().call('GET', '/metrics')).text;
    expect(metrics).toMatch(/^service_replica_lag_seconds (?!0$)[0-9.]/m);
    expect(metrics).toMatch(/^service_replica_reads_total\{from="primary"\} [1-9]/m);
    await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
    await untilUsed(second());
    await eventually('it lacks nothing', () => Promise.resolve(statements(second()).lag === 0), DEADLINE_MS);
  });

  it('stops: nobody notices, not even in the middle of a statement', async () => {
    await untilUsed(first());
    const reading = await first().runtime.db.beginReading();
    const slow = clientOf(reading?.read ?? first().runtime.db.read).$queryRaw<{ is: boolean }[]>`
      SELECT pg_is_in_recovery() AS is FROM (SELECT pg_sleep(2)) AS slept`;
    await replica.crash();
    expect(await slow).toEqual([{ is: false }]);
    for (let count = 0; count < 10; count += 1) expect((await list(first())).status).toBe(200);
    await untilLeft(first(), 'away');
    expect((await first().call('GET', '/readyz')).status).toBe(200);
    await eventually(
      'its memory is free',
      () =>
        replica.recover().then(
          () => true,
          () => false,
        ),
      DEADLINE_MS,
    );
    await untilUsed(first());
  });

  it('follows another primary: it is not read, however far it is', async () => {
    const other = await startReplica(primary, false);
    await other.promote();
    const follower = await startReplica(other, false);
    await onServer(inDatabase(other.url), 'CREATE TABLE much AS SELECT generate_series(1, 300000) AS number');
    const gateway = await open(inDatabase(primary.url), inDatabase(follower.url));
    try {
      await untilLeft(gateway, 'other_primary');
      expect(await wentTo(gateway, () => list(gateway))).toMatchObject({ replica: 0 });
    } finally {
      await gateway.close();
      await follower.stop();
      await other.stop();
    }
  });

  // The last one: it is no replica any more.
  it('is promoted: it is not read from then on', async () => {
    await untilUsed(first());
    await replica.promote();
    await onServer(inDatabase(replica.url), `UPDATE memory SET content = 'another history'`);
    const went = await wentTo(first(), async () => {
      expect((await list(first())).contents).not.toContain('another history');
    });
    expect(went.replica).toBe(0);
    expect(reasons(first())).toContain('not_a_replica');
    expect((await first().call('GET', '/readyz')).status).toBe(200);
  });
});
