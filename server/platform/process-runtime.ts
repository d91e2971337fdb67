/** The one runtime of this process, made when it is first needed: at start-up by the server, else by a Next route. */
import { systemTime } from './clock.ts';
import { readConfig } from './config/config.ts';
import { processEnvironment } from './config/environment.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createLog } from './log/log.ts';
import { logConsole } from './log/log-console.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { shared } from './shared.ts';

/** Reads the configuration, brings the database up to date and opens it. Throws ConfigError or MigrationError. */
export function processRuntime(): Promise<Runtime> {
  return shared('process-runtime', start);
}

async function start(): Promise<Runtime> {
  const config = readConfig(processEnvironment());
  const log = createLog(config.server.env);
  if (config.server.env !== 'dev') logConsole(globalThis.console, log);
  const applied = await migrate(config.database.url);
  if (applied.length > 0) log.info('database.migrated', { migrations: applied });
  const db = openDatabase(config.database);
  return createRuntime({
    config,
    log,
    db,
    metrics: createMetrics(config.server.metricFrameworks),
    ...systemTime(),
  });
}
