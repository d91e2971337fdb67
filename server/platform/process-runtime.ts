/** The one runtime of this process: made at start-up by the server, and what a page of Next gets. */

import { collectDefaultMetrics } from 'prom-client';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { processEnvironment } from './config/environment.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrations/migrate.ts';
import { preparePartitions } from './db/partitions/partitions.ts';
import { type DatabaseProblem, DatabaseUnavailable, troubleOf } from './db/trouble.ts';
import { createLog, logConsole } from './log/log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createRuntime, type Runtime, systemTime } from './runtime.ts';
import { shared } from './shared.ts';

/**
 * What to do before the next start, by what is wrong with the database. A server is started, a file has a
 * place.
 */
const REMEDY: Record<DatabaseProblem, string> = {
  unreachable: 'start it, or name the right one',
  busy: 'try again when it has less to do',
  slow: 'try again when it has less to do',
  full: 'free some space, then start again',
  read_only: 'allow this process to write to it, or name one that it may write to',
  failing: 'look at the disk, then start again',
  damaged: 'restore it from a copy, or name another one',
  unprepared: 'set the clocks of this machine and of the database, then start again',
};

const MISPLACED = 'name a file in a folder that this process may write to';

/**
 * Reads the configuration, brings the database up to date and opens it. Throws ConfigError, also where the
 * database cannot be used, or MigrationError. Only the first call of a process makes it.
 */
export function processRuntime(applicationName = 'whetstone-gateway'): Promise<Runtime> {
  return shared('process-runtime', () => start(applicationName));
}

async function start(applicationName: string): Promise<Runtime> {
  const config = readConfig(processEnvironment());
  const log = createLog(config.server.env);
  if (config.server.env !== 'dev') logConsole(globalThis.console, log);
  const applied = await usable(config, () => migrate(config.database.url));
  if (applied.length > 0) log.info('database.migrated', { migrations: applied });
  await usable(config, () => preparePartitions({ config, log, ...systemTime() }));
  const db = openDatabase(config.database, log, applicationName);
  const metrics = createMetrics(config.server.metricFrameworks, db);
  collectDefaultMetrics({ register: metrics.registry });
  return createRuntime({ config, log, db, metrics, ...systemTime() });
}

/**
 * Throws ConfigError where the database takes no writes: anyone who serves or learns is of no use then. What
 * the first query would load is loaded before anybody waits for it.
 */
export async function requireWritableDatabase({ config, db }: Runtime): Promise<void> {
  await usable(config, () => db.ping());
  await usable(config, () => db.warmUp());
}

/** What `work` returns; a database that cannot be used becomes one line which says what to do about it. */
async function usable<T>({ database: { url } }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    const { detail, code } = new DatabaseUnavailable(trouble, error);
    const remedy = trouble === 'unreachable' && url.startsWith('file:') ? MISPLACED : REMEDY[trouble];
    throw new ConfigError(`SERVICE_DATABASE_URL: ${detail} (${code}); ${remedy}`);
  }
}
