/**
 * Once per test run: a PostgreSQL server and one migrated template database per engine, cloned by every test
 * file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresTemplate: string;
    sqliteTemplate: string;
  }
}

/** The server the tests may use: TEST_DATABASE_URL, never the service's own database. */
async function testServer(): Promise<Pick<TestPostgres, 'url' | 'stop'>> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? await startPostgres() : { url, stop: () => Promise.resolve() };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** `url` with another database name. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-test-'));
  const sqliteTemplate = join(folder, 'template.db');
  await migrate(`file:${sqliteTemplate}`);

  const server = await testServer();
  const template = `whetstone_template_${process.pid}`;
  await query(server.url, `CREATE DATABASE ${template}`);
  await migrate(withDatabase(server.url, template));

  provide('postgresUrl', server.url);
  provide('postgresTemplate', template);
  provide('sqliteTemplate', sqliteTemplate);
  return async () => {
    await query(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
