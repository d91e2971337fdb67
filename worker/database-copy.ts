/**
 * `npm run backup -- FILE` and `npm run restore -- FILE` for a database on SQLite. A backup may run beside a
 * gateway at work; a restore may not.
 */
import { resolve } from 'node:path';
import { ConfigError, readVariables } from '../server/platform/config/config.ts';
import { processEnvironment } from '../server/platform/config/environment.ts';
import { sqlitePath } from '../server/platform/db/migrations/migrations.ts';
import { backUpSqlite, CopyError, restoreSqlite } from '../server/platform/db/sqlite/sqlite-copy.ts';

const SERVERS_OWN =
  'SERVICE_DATABASE_URL: these commands are for SQLite; a PostgreSQL is backed up by pg_dump and restored by ' +
  'pg_restore (docs/operations.md)';

async function main(words: string[]): Promise<string> {
  const [command = '', name, ...more] = words;
  if (name === undefined || more.length > 0) throw new CopyError(`usage: npm run ${command} -- FILE`);
  const { url } = readVariables(processEnvironment()).database;
  if (!url.startsWith('file:')) throw new ConfigError(SERVERS_OWN);
  const [database, file] = [sqlitePath(url), resolve(name)];
  if (command === 'backup') {
    await backUpSqlite(database, file);
    return `${database} is backed up to ${file}`;
  }
  const aside = await restoreSqlite(file, database, new Date());
  return `${database} is restored from ${file}${aside === null ? '' : `; what was there is kept as ${aside}`}`;
}

/** The one line for the operator. */
function errorLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CopyError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `nothing was copied: ${message.trim().split('\n').at(-1)}`;
}

try {
  const own = process.argv.findIndex((word) => word.endsWith('database-copy.ts'));
  process.stdout.write(`${await main(process.argv.slice(own + 1))}\n`);
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
