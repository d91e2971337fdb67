/** A gateway with sign-in on either database, and tenants of their own with a key of every scope, for administrators. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { startGateway, temporaryDatabase } from '../../server/testing/gateway-process.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { test as base } from './fixtures.ts';
import { CLOSED_SETTINGS, createKey } from './signed-in.ts';

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

/** The tests of one database. */
export function testOn(dialect: Dialect) {
  return base.extend({
    gateway: [
      async ({ browserName: _browser }, use) => {
        const database = await openDatabase(dialect);
        const gateway = await startGateway({ ...CLOSED_SETTINGS, SERVICE_DATABASE_URL: database.url });
        await use({ ...gateway, databaseUrl: database.url });
        await gateway.end('SIGTERM');
        await database.remove();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  });
}

/** A tenant that nothing is known of; its key, and the headers that carry it. */
export interface Target {
  url: string;
  tenant: string;
  key: string;
  headers: Record<string, string>;
}

let tenants = 0;

export async function freshTenant(page: Page, { url }: { url: string }): Promise<Target> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const key = await createKey(page, url, { tenant, scopes: ['learn', 'review', 'admin'] });
  return { url, tenant, key, headers: { authorization: `Bearer ${key}` } };
}
