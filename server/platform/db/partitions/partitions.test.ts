/** Partitions of the tables that grow with use. They are PostgreSQL's alone. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../../domain/time.ts';
import { describeDatabase } from '../../../testing/database/described-schema.ts';
import { createDatabase, onServer } from '../../../testing/database/postgres.ts';
import { cloneDatabase, type TestDatabase } from '../../../testing/database/test-database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTestGateway, type TestGateway } from '../../../testing/test-gateway.ts';
import { TEST_START } from '../../../testing/test-start.ts';
import { idFactory } from '../../runtime.ts';
import { migrate } from '../migrations/migrate.ts';
import { dropPartitions, keepPartitions } from './partitions.ts';
import { firstIdAt, type Period } from './ranges.ts';

const START = new Date(TEST_START);
const daysOn = (days: number) => new Date(TEST_START + days * DAY_MS);
const UNLIMITED = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };
const EVERY = ['audit_entry', 'webhook_delivery', 'recall', 'episode_credit'];

const monthly = (now: Date) => ({ period: 'month' as const, now });

let database: TestDatabase;
let client: pg.Client;
let opened: TestGateway | undefined;

/** A client of the database at `url`, which is closed in time. */
async function connect(url: string): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: url });
  connected.on('error', () => undefined);
  await connected.connect();
  return connected;
}

beforeEach(async () => {
  database = await cloneDatabase('postgresql', { empty: true });
  await migrate(database.url);
  client = await connect(database.url);
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await client.end();
  await database.remove();
});

async function column<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>(sql, values);
  return rows.map(({ value }) => value);
}

const partitionNames = (table: string) =>
  column<string>(
    `SELECT inhrelid::regclass::text AS value FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`,
  );

const partitionsWithRows = (table: string) =>
  column<string>(`SELECT DISTINCT tableoid::regclass::text AS value FROM ${table} ORDER BY 1`);

/** Adds an audit entry of that moment; answers with its id. */
async function addEntry(at: Date): Promise<string> {
  const id = idFactory(() => at, Math.random)('audit');
  await client.query(
    `INSERT INTO audit_entry (tenant, id, actor, action, resource, details, at) VALUES ('t', $1, 'a', 'b', 'c', '{}', $2)`,
    [id, at],
  );
  return id;
}

/** Adds a delivery that is told once; whether it was. */
async function tellOnce(at: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO webhook_delivery (tenant, id, webhook_id, event, "once", payload, status, created_at)
     VALUES ('t', $1, 'wh', 'digest', 'today', '{}', 'delivered', $2) ON CONFLICT DO NOTHING RETURNING id`,
    [idFactory(() => at, Math.random)('delivery'), at],
  );
  return rowCount === 1;
}

async function openGateway(): Promise<TestGateway> {
  opened = await openTestGateway('postgresql', { SERVICE_DATABASE_URL: database.url, ...UNLIMITED });
  return opened;
}

/** A recall, a run that is credited by it, and a change that is audited: the statuses. */
async function work({ call }: TestGateway, name: string): Promise<number[]> {
  const skill = await call('POST', '/v1/skills', { body: { name, description: `How to deploy ${name}` } });
  const recall = await call('POST', '/v1/recall', { body: { query: `deploy ${name}` } });
  const { recall_id } = recall.json as { recall_id?: string };
  const episode = await call('POST', '/v1/episodes', { body: { task: name, outcome: 'success', recall_id } });
  return [skill, recall, episode].map(({ status }) => status);
}

describe('partitions', () => {
  it('are made of filled tables while a gateway is at work, which loses nothing', async () => {
    const gateway = await openGateway();
    const before = await describeDatabase(database.url);
    const statuses: number[] = [];
    let turnsAfter = 0;
    let isDone = false;
    const clients = ['a', 'b', 'c'].map(async (name) => {
      for (let turn = 0; turnsAfter < 9; turn += 1) {
        statuses.push(...(await work(gateway, `${name}-${turn}`)));
        if (isDone) turnsAfter += 1;
      }
    });
    await eventually('all are at work', () => statuses.length > 20);
    const done = await keepPartitions(database.url, monthly(START));
    isDone = true;
    await Promise.all(clients);
    expect(done.map(({ table, reason }) => [table, reason])).toEqual(EVERY.map((table) => [table, null]));
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const runs = statuses.length / 3;
    expect(await column('SELECT count(*)::int AS value FROM recall')).toEqual([runs]);
    expect(await column('SELECT count(*)::int AS value FROM recall WHERE credited_by IS NOT NULL')).toEqual([
      runs,
    ]);
    const created = `SELECT count(*)::int AS value FROM audit_entry WHERE action = 'changeset.applied'`;
    expect(await column(created)).toEqual([runs]);
    // Only what webhooks are told once is unique in another way.
    const { webhook_delivery: deliveries, ...others } = await describeDatabase(database.url);
    const { webhook_delivery: were, ...othersWere } = before;
    const { webhook_delivery_tenant_webhook_id_once_key: _, ...indexes } = were?.indexes ?? {};
    expect(others).toEqual(othersWere);
    expect(deliveries).toEqual({ ...were, indexes });
  });

  it('hold all that was there in the first one, and two more periods', async () => {
    const [first, second] = [await addEntry(START), await addEntry(daysOn(-400))];
    await keepPartitions(database.url, monthly(START));
    expect(await partitionNames('audit_entry')).toEqual([
      ...['audit_entry_p20260401', 'audit_entry_p20260501', 'audit_entry_past'],
    ]);
    await Promise.all([35, 70].map((days) => addEntry(daysOn(days))));
    expect(await partitionsWithRows('audit_entry')).toEqual(await partitionNames('audit_entry'));
    const past = await column<string>('SELECT id AS value FROM audit_entry_past ORDER BY id');
    expect(past).toEqual([second, first]);
  });

  it('are made ahead, each once, by any number of processes, also of another length', async () => {
    await keepPartitions(database.url, monthly(START));
    const daily = { period: 'day' as Period, now: daysOn(60) };
    await Promise.all([1, 2, 3].map(() => keepPartitions(database.url, daily)));
    const months = ['recall_p20260401', 'recall_p20260501', 'recall_past'];
    expect(await partitionNames('recall')).toEqual(months);
    await keepPartitions(database.url, { ...daily, now: daysOn(85) });
    expect(await partitionNames('recall')).toContain('recall_p20260608');
    expect(await partitionNames('recall')).not.toContain('recall_p20260609');
  });

  it('begin after ids that a clock made which is ahead', async () => {
    await addEntry(daysOn(200));
    await keepPartitions(database.url, monthly(START));
    expect(await partitionNames('audit_entry')).toEqual(['audit_entry_past']);
    await addEntry(START);
    await addEntry(daysOn(210));
    expect(await partitionsWithRows('audit_entry')).toEqual(['audit_entry_past']);
  });

  it('are made another time where a long transaction uses a table, which nobody waits for', async () => {
    const reader = await connect(database.url);
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM recall');
    const done = await keepPartitions(database.url, monthly(START));
    expect(done.filter(({ lockedMs }) => lockedMs === null)).toEqual([
      { table: 'recall', lockedMs: null, reason: 'canceling statement due to lock timeout' },
    ]);
    await reader.query('COMMIT');
    await reader.end();
    expect(await column(`SELECT conname AS value FROM pg_constraint WHERE conname = 'recall_below'`)).toEqual(
      [],
    );
    const again = await keepPartitions(database.url, monthly(START));
    expect(again).toEqual([{ table: 'recall', lockedMs: expect.any(Number), reason: null }]);
  });

  it('are not made where an id is not one of this program; then the table goes on as it is', async () => {
    await client.query(
      `INSERT INTO recall VALUES ('t', 'rc_other', 'a', NULL, NULL, 'q', false, false, '[]', '[]', NULL, now())`,
    );
    const done = await keepPartitions(database.url, monthly(START));
    expect(done.find(({ table }) => table === 'recall')).toMatchObject({
      reason: 'rc_other is not an id of this table',
    });
    expect(await partitionNames('recall')).toEqual([]);
    expect(
      await dropPartitions(database.url, 'recall', { ...monthly(daysOn(400)), before: daysOn(300) }),
    ).toEqual([]);
    const gateway = await openGateway();
    expect(await work(gateway, 'as-before')).toEqual([200, 200, 200]);
  });

  it('are not made where the database sorts letters in another way', async () => {
    const name = `danish_${process.pid}`;
    const server = inject('postgresUrl');
    const url = await createDatabase(server, `${name} LOCALE_PROVIDER icu ICU_LOCALE 'da'`, 'template0');
    const own = url.replace(/[^/]*$/, name);
    onTestFinished(() => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`));
    await migrate(own);
    const done = await keepPartitions(own, monthly(START));
    expect(done.map(({ reason }) => reason)).toEqual(
      EVERY.map(() => 'the database does not sort ids by their time'),
    );
  });
});

describe('a row for whose time there is no partition', () => {
  it('is refused, and what refers to it; recalls are served without a record until there is one', async () => {
    await keepPartitions(database.url, monthly(START));
    const gateway = await openGateway();
    expect(await work(gateway, 'before')).toEqual([200, 200, 200]);
    gateway.runtime.advance(150 * DAY_MS);
    const skill = await gateway.call('POST', '/v1/skills', { body: { name: 'late', description: 'Late' } });
    const detail = 'the database has no partition for this time';
    expect([skill.status, skill.json]).toEqual([503, { detail }]);
    expect(await column(`SELECT name AS value FROM skill WHERE name = 'late'`)).toEqual([]);
    const recall = await gateway.call('POST', '/v1/recall', { body: { query: 'deploy before' } });
    expect([recall.status, recall.json]).toEqual([200, expect.objectContaining({ recorded: false })]);
    await keepPartitions(database.url, monthly(gateway.runtime.clock()));
    await eventually('it is at work again', async () => {
      const statuses = await work(gateway, `again-${Math.random().toString(36).slice(2)}`);
      return statuses.every((status) => status < 300);
    });
  });
});

describe('old partitions', () => {
  const names = { from: 'audit_entry_p20260401', to: 'audit_entry_p20260501' };

  it('are dropped when all of their time is past, and older ids have a place still', async () => {
    await keepPartitions(database.url, monthly(START));
    for (const days of [-400, 0, 35, 62, 70]) await addEntry(daysOn(days));
    const keeping = monthly(daysOn(100));
    const drop = (before: Date) => dropPartitions(database.url, 'audit_entry', { ...keeping, before });
    expect(await drop(daysOn(30))).toEqual([]);
    expect(await drop(new Date('2026-05-01T00:00:00.000Z'))).toEqual(['audit_entry_past', names.from]);
    expect(await column('SELECT count(*)::int AS value FROM audit_entry')).toEqual([2]);
    expect(await partitionNames('audit_entry')).toEqual([
      ...[names.to, 'audit_entry_p20260601', 'audit_entry_p20260701', 'audit_entry_p20260801'],
      'audit_entry_past',
    ]);
    expect(await drop(new Date('2026-05-01T00:00:00.000Z'))).toEqual([]);
    await addEntry(daysOn(-400));
    await addEntry(daysOn(35));
    expect(await column('SELECT count(*)::int AS value FROM audit_entry_past')).toEqual([2]);
  });

  it('take along what their webhooks were told once, and nothing else', async () => {
    expect(await tellOnce(START)).toBe(true);
    expect(await tellOnce(START)).toBe(false);
    await keepPartitions(database.url, monthly(START));
    expect([await tellOnce(START), await tellOnce(daysOn(40))]).toEqual([false, false]);
    const drop = { ...monthly(daysOn(100)), before: daysOn(40) };
    expect(await dropPartitions(database.url, 'webhook_delivery', drop)).toEqual(['webhook_delivery_past']);
    expect([await tellOnce(daysOn(41)), await tellOnce(daysOn(70))]).toEqual([true, false]);
    await client.query('DELETE FROM webhook_delivery');
    expect(await tellOnce(daysOn(70))).toBe(true);
  });

  it('are taken out while a transaction uses them, and dropped by the next purge', async () => {
    await keepPartitions(database.url, monthly(START));
    await addEntry(START);
    const reader = await connect(database.url);
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM audit_entry');
    await client.query(`SET statement_timeout = 300`);
    const detaching = client.query('ALTER TABLE audit_entry DETACH PARTITION audit_entry_past CONCURRENTLY');
    await expect(detaching).rejects.toThrow('statement timeout');
    await client.query(`SET statement_timeout = 0`);
    await addEntry(daysOn(35));
    await reader.query('COMMIT');
    await reader.end();
    const drop = { ...monthly(daysOn(100)), before: daysOn(40) };
    expect(await dropPartitions(database.url, 'audit_entry', drop)).toEqual([]);
    expect(await column('SELECT count(*)::int AS value FROM audit_entry')).toEqual([1]);
    expect(await column(`SELECT count(*)::int AS value FROM audit_entry_past`)).toEqual([0]);
  });
});

describe('what is read', () => {
  /** The partitions of which an execution read anything. */
  async function read(sql: string): Promise<string[]> {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${sql}`);
    const lines = rows.map((row) => row['QUERY PLAN']).filter((line) => !line.includes('never executed'));
    return lines.flatMap((line) => line.match(/ on (\w+_(?:past|p\d{8}))/)?.[1] ?? []);
  }

  it('is one partition by tenant and id, and as many as are needed in the order of ids', async () => {
    await keepPartitions(database.url, monthly(START));
    await keepPartitions(database.url, monthly(daysOn(120)));
    for (let day = -30; day < 120; day += 1) await addEntry(daysOn(day));
    await client.query('ANALYZE audit_entry');
    const id = firstIdAt('audit_entry', daysOn(40));
    expect(await read(`SELECT * FROM audit_entry WHERE tenant = 't' AND id = '${id}'`)).toEqual([
      'audit_entry_p20260401',
    ]);
    const since = firstIdAt('audit_entry', daysOn(100));
    const newest = await read(
      `SELECT id FROM audit_entry WHERE tenant = 't' AND id >= '${since}' ORDER BY at DESC, id DESC LIMIT 10`,
    );
    expect(newest.toSorted()).toEqual([
      ...['audit_entry_p20260601', 'audit_entry_p20260701', 'audit_entry_p20260801'],
    ]);
    const ordered = await read(`SELECT id FROM audit_entry WHERE tenant = 't' ORDER BY id DESC LIMIT 10`);
    expect(ordered).not.toContain('audit_entry_past');
  });
});
