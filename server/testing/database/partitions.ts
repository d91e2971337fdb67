/** A database for tests of table partitions, which no test shares. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { DAY_MS } from '../../domain/time.ts';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import { idFactory } from '../../platform/runtime.ts';
import { openTestGateway, type TestGateway } from '../test-gateway.ts';
import { TEST_START } from '../test-start.ts';
import { createDatabase, onServer } from './postgres.ts';

/** So many days after a test's clock begins. */
export const daysOn = (days: number) => new Date(TEST_START + days * DAY_MS);

const UNLIMITED = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

let database: string;
let client: pg.Client;
let gateway: TestGateway | undefined;

/** Gives each test of the file a copy of a migrated database whose tables are not partitioned. */
export function withOwnDatabase(): void {
  const server = inject('postgresUrl');
  const migrated = `test_${randomBytes(8).toString('hex')}`;
  let copies = 0;
  beforeAll(async () => {
    await migrate(await createDatabase(server, migrated, 'template0'));
  });
  beforeEach(async () => {
    copies += 1;
    database = await createDatabase(server, `${migrated}_${copies}`, migrated);
    client = await connect(database);
  });
  afterEach(async () => {
    await gateway?.close();
    gateway = undefined;
    await client.end();
    await onServer(server, `DROP DATABASE ${migrated}_${copies} WITH (FORCE)`);
  });
  afterAll(async () => {
    await onServer(server, `DROP DATABASE ${migrated} WITH (FORCE)`);
  });
}

export const ownUrl = () => database;

/** Runs a statement on the test's database. */
export const run = (sql: string, values: unknown[] = []) => client.query(sql, values);

/** The column `value` of what a statement answers. */
export async function column(sql: string): Promise<unknown[]> {
  const { rows } = await client.query<{ value: unknown }>(sql);
  return rows.map(({ value }) => value);
}

export const partitionNames = (table: string) =>
  column(
    `SELECT inhrelid::regclass::text AS value FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`,
  );

/** Adds an audit entry of that moment; answers with its id. */
export async function addEntry(at: Date): Promise<string> {
  const id = idFactory(() => at, Math.random)('audit');
  await client.query(
    `INSERT INTO audit_entry (tenant, id, actor, action, resource, details, at) VALUES ('t', $1, 'a', 'b', 'c', '{}', $2)`,
    [id, at],
  );
  return id;
}

/** A gateway on the test's database, which is closed after the test. */
export async function openGateway(settings: Record<string, string> = {}): Promise<TestGateway> {
  const own = { SERVICE_DATABASE_URL: database, ...UNLIMITED, ...settings };
  gateway = await openTestGateway('postgresql', own);
  return gateway;
}

/** A change that is audited, a recall, and a run that is credited by it: the statuses. */
export async function work({ call }: TestGateway, name: string): Promise<number[]> {
  const skill = await call('POST', '/v1/skills', { body: { name, description: `How to deploy ${name}` } });
  const recall = await call('POST', '/v1/recall', { body: { query: `deploy ${name}` } });
  const { recall_id } = recall.json as { recall_id?: string };
  const episode = await call('POST', '/v1/episodes', { body: { task: name, outcome: 'success', recall_id } });
  return [skill, recall, episode].map(({ status }) => status);
}
