/**
 * Once per test run: a PostgreSQL server and one migrated template database per engine, cloned by every test
 * file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import { keepPartitions } from '../../platform/db/partitions/partitions.ts';
import { PARTITIONED } from '../../platform/db/partitions/ranges.ts';
import { TEST_START } from '../test-start.ts';
import { createDatabase, onServer, startPostgres, type TestPostgres } from './postgres.ts';

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

/**
 * Adds a partition without end after the last one of each table: any id of a test has a place, whatever its clock says and
 * however it is made.
 */
async function openPartitions(url: string): Promise<void> {
  for (const table of Object.keys(PARTITIONED)) {
    await onServer(
      url,
      `DO $$ BEGIN EXECUTE (
        SELECT format('CREATE TABLE ${table}_rest PARTITION OF ${table} FOR VALUES FROM (%L) TO (MAXVALUE)',
          max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(.*)''\\)') COLLATE "C"))
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${table}'::regclass); END $$`,
    );
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-test-'));
  const sqliteTemplate = join(folder, 'template.db');
  await migrate(`file:${sqliteTemplate}`);

  const server = await testServer();
  const template = `whetstone_template_${process.pid}`;
  const url = await createDatabase(server.url, template);
  await migrate(url);
  await keepPartitions(url, new Date(TEST_START));
  await openPartitions(url);

  provide('postgresUrl', server.url);
  provide('postgresTemplate', template);
  provide('sqliteTemplate', sqliteTemplate);
  return async () => {
    await onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
