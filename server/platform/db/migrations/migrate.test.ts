import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeDatabase } from '../../../testing/database/described-schema.ts';
import { DIALECTS } from '../../../testing/database/dialects.ts';
import {
  cloneDatabase,
  type TestDatabase,
  writeMigrations,
} from '../../../testing/database/test-database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { projectRoot } from '../../shared.ts';
import { openSqlite } from '../clients/open-client.ts';
import { migrate } from './migrate.ts';

const FIRST = { '0001_a.sql': 'CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a VALUES (1);' };
const SECOND = { '0002_b.sql': 'CREATE TABLE b (id INTEGER PRIMARY KEY);' };
const BROKEN = { '0002_b.sql': 'CREATE TABLE b (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1);' };

describe.each(DIALECTS)('migrating a database (%s)', (dialect) => {
  let database: TestDatabase;
  const folders: string[] = [];
  const folderOf = (...files: Record<string, string>[]) => {
    const folder = writeMigrations(Object.assign({}, ...files));
    folders.push(folder);
    return folder;
  };
  const tables = async () => Object.keys(await describeDatabase(database.url)).toSorted();

  beforeEach(async () => {
    database = await cloneDatabase(dialect, { empty: true });
  });
  afterEach(async () => {
    await database.remove();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it.runIf(dialect === 'sqlite')('makes files that nobody else can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whetstone-mode-'));
    folders.push(folder);
    const path = join(folder, 'data', 'service.db');
    const url = `file:${path}`;
    await migrate(url, folderOf(FIRST));
    const { client } = openSqlite(url);
    await client.$executeRawUnsafe('INSERT INTO a VALUES (2)');
    const modes = ['', '-wal', '-shm'].map((end) => statSync(path + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await client.$disconnect();
  });

  it('applies what is pending, in order, and nothing twice', async () => {
    expect(await migrate(database.url, folderOf(FIRST))).toEqual(['0001_a.sql']);
    const both = folderOf(SECOND, FIRST);
    expect(await migrate(database.url, both)).toEqual(['0002_b.sql']);
    expect(await migrate(database.url, both)).toEqual([]);
    expect(await tables()).toEqual(['a', 'b', 'schema_migrations']);
  });

  it('leaves nothing of a file that fails, and applies it once it is mended', async () => {
    await migrate(database.url, folderOf(FIRST));
    await expect(migrate(database.url, folderOf(FIRST, BROKEN))).rejects.toThrow('nowhere');
    expect(await tables()).toEqual(['a', 'schema_migrations']);
    expect(await migrate(database.url, folderOf(FIRST, SECOND))).toEqual(['0002_b.sql']);
  });

  it('refuses an applied file that was changed or is missing', async () => {
    await migrate(database.url, folderOf(FIRST));
    const changed = folderOf({ '0001_a.sql': `${FIRST['0001_a.sql']} -- changed` });
    await expect(migrate(database.url, changed)).rejects.toThrow('0001_a.sql was changed');
    await expect(migrate(database.url, folderOf(SECOND))).rejects.toThrow('0001_a.sql, which this version');
    expect(await tables()).toEqual(['a', 'schema_migrations']);
  });

  it('is done by one of several processes that start at once', async () => {
    const folder = folderOf(FIRST, SECOND);
    const source = `
      import { migrate } from ${JSON.stringify(join(projectRoot(), 'server/platform/db/migrations/migrate.ts'))};
      console.log((await migrate(${JSON.stringify(database.url)}, ${JSON.stringify(folder)})).join());`;
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', source]);
    const outputs = await Promise.all([start(), start(), start(), start()]);
    const applied = outputs.flatMap(({ stdout }) => stdout.trim().split(',')).filter(Boolean);
    expect(applied.toSorted()).toEqual(['0001_a.sql', '0002_b.sql']);
  });
});

describe('migrating a database that is at work', () => {
  it('keeps the locks of a file no longer than until the next one begins', async () => {
    const database = await cloneDatabase('postgresql', { empty: true });
    const folder = writeMigrations({
      ...FIRST,
      '0002_b.sql': 'ALTER TABLE a ADD COLUMN b INTEGER;',
      '0003_c.sql': 'SELECT pg_advisory_xact_lock(1);',
    });
    const [holder, reader] = [database.url, database.url].map(
      (connectionString) => new pg.Client({ connectionString }),
    ) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('SELECT pg_advisory_lock(1)');
    const migrating = migrate(database.url, folder);
    await reader.query("SET lock_timeout = '1s'");
    const readsColumn = () =>
      reader.query('SELECT b FROM a').then(
        () => true,
        () => false,
      );
    await eventually('the column of the second file is read while the third one waits', readsColumn);
    await holder.query('SELECT pg_advisory_unlock(1)');
    expect(await migrating).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
    await Promise.all([holder.end(), reader.end()]);
    await database.remove();
    rmSync(folder, { recursive: true });
  });
});
