/**
 * `npm run worker`: a worker in a process of its own, for installations on PostgreSQL. It serves its metrics
 * and nothing else. On SIGTERM or SIGINT it hands back jobs that ask a model, lets the others end, and is gone after 30 s
 * at most.
 */

import { forgetDeletedTenants } from '../server/admin/tenants/index.ts';
import { createWorker } from '../server/jobs/index.ts';
import { followServedSpace } from '../server/knowledge/embedding/index.ts';
import { ConfigError, readConfig } from '../server/platform/config/config.ts';
import { processEnvironment } from '../server/platform/config/environment.ts';
import { unknownVariables } from '../server/platform/config/start-warnings.ts';
import { MigrationError } from '../server/platform/db/migrations/migrations.ts';
import { errorFields } from '../server/platform/log/log.ts';
import { processRuntime, requireWritableDatabase } from '../server/platform/process-runtime.ts';
import { startSweeps } from './embedded.ts';
import { startHeartbeat, startMetricsServer } from './health.ts';
import { createHandlers } from './tasks.ts';

const GRACE_MS = 30_000;
const ONLY_POSTGRESQL =
  'SERVICE_DATABASE_URL: a standalone worker needs PostgreSQL; with SQLite the gateway runs the worker itself (SERVICE_EMBEDDED_WORKER)';

async function main(): Promise<void> {
  if (readConfig(processEnvironment()).database.url.startsWith('file:'))
    throw new ConfigError(ONLY_POSTGRESQL);
  const runtime = await processRuntime('whetstone-worker');
  for (const fields of unknownVariables(processEnvironment()))
    runtime.log.warn('config.unknown_variable', fields);
  await requireWritableDatabase(runtime);
  const handlers = createHandlers(runtime);
  forgetDeletedTenants(runtime);
  await followServedSpace(runtime);
  const worker = createWorker(runtime, handlers);
  const metrics = await startMetricsServer(runtime);
  const endHeartbeat = startHeartbeat(runtime);
  await worker.start();
  const endSweeps = startSweeps(runtime);
  runtime.log.info('worker.started', { kinds: Object.keys(handlers), metrics_port: metrics?.port ?? null });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    runtime.log.info('worker.stopping', { signal });
    setTimeout(() => {
      runtime.log.error('worker.stop_overdue', { seconds: GRACE_MS / 1000 });
      process.exit(1);
    }, GRACE_MS);
    try {
      await Promise.all([endSweeps(), worker.stop(GRACE_MS)]);
      await metrics?.close();
      await runtime.db.close();
    } catch (error) {
      runtime.log.error('worker.stop_failed', errorFields(error));
    }
    endHeartbeat();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
