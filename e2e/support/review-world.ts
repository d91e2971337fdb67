/** A gateway with sign-in on either database, and tenants of their own with the seeded changesets, for what reviewers do. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import pg from 'pg';
import {
  type GatewayProcess,
  startGateway,
  temporaryDatabase,
} from '../../server/testing/gateway-process.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { test as base } from './fixtures.ts';
import type { Target } from './seed-changesets.ts';
import { CLOSED_SETTINGS, createKey, signIn } from './signed-in.ts';

export const DIALECTS = ['sqlite', 'postgresql'] as const;
type Dialect = (typeof DIALECTS)[number];

interface Database {
  url: string;
  remove: () => void | Promise<void>;
}

async function createDatabase(server: string): Promise<string> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** A database of this run; a PostgreSQL server is started unless TEST_DATABASE_URL names one. */
async function openDatabase(dialect: Dialect): Promise<Database> {
  if (dialect === 'sqlite') return temporaryDatabase();
  const named = process.env.TEST_DATABASE_URL;
  if (named !== undefined) return { url: await createDatabase(named), remove: () => undefined };
  const server = await startPostgres();
  return { url: await createDatabase(server.url), remove: () => server.stop() };
}

interface World {
  database: Database;
}

/** The tests of one database; nobody is held out, so that what is approved is served. */
export function testOn(dialect: Dialect) {
  return base.extend<object, World & { gateway: GatewayProcess & { databaseUrl: string } }>({
    database: [
      async ({ browserName: _browser }, use) => {
        const database = await openDatabase(dialect);
        await use(database);
        await database.remove();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    gateway: [
      async ({ database }, use) => {
        const gateway = await startGateway({
          ...CLOSED_SETTINGS,
          SERVICE_DATABASE_URL: database.url,
          SERVICE_HOLDOUT_RATE: '0',
        });
        await use({ ...gateway, databaseUrl: database.url });
        await gateway.end('SIGTERM');
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  });
}

let tenants = 0;

/** Where to seed: a tenant that nothing is known of, and a key of it with every scope. */
export async function freshTenant(
  page: Page,
  { gateway, database }: World & { gateway: GatewayProcess },
): Promise<Target & { key: string; tenant: string }> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const key = await createKey(page, gateway.url, { tenant, scopes: ['learn', 'review', 'admin'] });
  const headers = { authorization: `Bearer ${key}` };
  return { url: gateway.url, databaseUrl: database.url, tenant, headers, key };
}

/** Signs in and goes to the queue as it is by now. */
export async function openReview(
  page: Page,
  { url, key }: { url: string; key: string },
  query = '',
): Promise<void> {
  await signIn(page, url, key);
  await page.goto(`${url}/review${query}`);
}

/** The rows of the queue. */
export const rowsOf = (page: Page) => page.locator('li[data-changeset]');

/** The row of one changeset. */
export const rowOf = (page: Page, id: string) => page.locator(`li[data-changeset="${id}"]`);

/** The heading of the changeset beside the list. */
export const headingOf = (page: Page) => page.locator('[data-changeset-heading]');
