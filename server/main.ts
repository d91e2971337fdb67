/** Runs one gateway in this process, or (SERVICE_PROCESSES) supervises several that share its port. */
import cluster from 'node:cluster';
import { ConfigError, processCount, readConfig } from './platform/config/config.ts';
import { processEnvironment } from './platform/config/environment.ts';
import { MigrationError } from './platform/db/migrations/migrations.ts';

async function main(): Promise<void> {
  const config = readConfig(processEnvironment());
  // Hot reload is for one process.
  const isDevelopment = processEnvironment().NODE_ENV === 'development';
  if (cluster.isWorker || isDevelopment || processCount(config) === 1) {
    const { runGateway } = await import('./gateway.ts');
    await runGateway();
  } else {
    const { supervise } = await import('./platform/processes/supervise.ts');
    await supervise(config);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
