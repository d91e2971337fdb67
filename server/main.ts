/** A gateway: owns the socket, serves the API and the dashboard, and stops without losing work. */
import { createServer } from 'node:http';
import { startEmbeddedWorker } from '../worker/embedded.ts';
import { keyUsage } from './admin/keys/index.ts';
import { forgetDeletedTenants } from './admin/tenants/index.ts';
import { createDashboard } from './api/socket/dashboard.ts';
import { listen, stopOnSignals } from './api/socket/lifecycle.ts';
import { requestListener } from './api/socket/listener.ts';
import { answerUnreadable, SERVER_OPTIONS } from './api/socket/unreadable.ts';
import { warmUp } from './domain/safety/scan.ts';
import { followServedSpace } from './knowledge/embedding/index.ts';
import { ConfigError, listenHost } from './platform/config/config.ts';
import { processEnvironment } from './platform/config/environment.ts';
import { startWarnings } from './platform/config/start-warnings.ts';
import { MigrationError } from './platform/db/migrations/migrations.ts';
import { processRuntime, requireWritableDatabase } from './platform/process-runtime.ts';
import type { Runtime } from './platform/runtime.ts';

const KEY_USAGE_INTERVAL_MS = 60_000;
const SLOW_START_MS = 10_000;
const SLOW_START =
  'The database takes long to answer or to migrate; see whether it is busy, or whether another process migrates it.\n';

async function runGateway(): Promise<void> {
  const slow = setTimeout(() => process.stderr.write(SLOW_START), SLOW_START_MS);
  const runtime = await processRuntime();
  await requireWritableDatabase(runtime);
  clearTimeout(slow);
  const server = createServer(SERVER_OPTIONS);
  const dashboard = createDashboard(runtime, server);
  server.on('request', requestListener(runtime, dashboard.handle));
  answerUnreadable(runtime, server);
  warmUp();
  forgetDeletedTenants(runtime);
  // Before the first request, so that none is answered in a space that has few vectors yet.
  await followServedSpace(runtime);
  const address = await listen(server, listenHost(runtime.config), runtime.config.server.port);
  announce(runtime, address);
  const usage = keyUsage(runtime);
  setInterval(() => void usage.flush(), KEY_USAGE_INTERVAL_MS).unref();
  const started = startEmbeddedWorker(runtime);
  // From the first request on, a signal lets what was begun come to its end.
  stopOnSignals(runtime, server, {
    background: async (graceMs) => {
      const worker = await started;
      await worker.stop(graceMs);
    },
    after: [dashboard.close, usage.flush],
  });
  await started;
}

function announce(runtime: Runtime, address: string): void {
  runtime.log.info('server.listening', { address, docs: `${address}/docs` });
  for (const { event, fields } of startWarnings(runtime.config, processEnvironment())) {
    runtime.log.warn(event, fields);
  }
}

try {
  await runGateway();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
