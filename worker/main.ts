/**
 * `npm run worker`: a worker in a process of its own, for installations on PostgreSQL. It serves its metrics and nothing
 * else. On SIGTERM or SIGINT it lets its jobs end, for 30 s at most, and leaves the others to the next worker.
 */

import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createWorker } from '../server/jobs/index.ts';
import { ConfigError, listenHost, readConfig } from '../server/platform/config/config.ts';
import { processEnvironment } from '../server/platform/config/environment.ts';
import { MigrationError } from '../server/platform/db/migrations.ts';
import { errorFields } from '../server/platform/log/log.ts';
import { processRuntime, requireWritableDatabase } from '../server/platform/process-runtime.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { startEmbeddingSweep } from './embedded.ts';
import { handlersOf } from './tasks.ts';

/** A file whose age says whether a standalone worker is alive, for supervisors that cannot ask it. */

const EVERY_MS = 10_000;

/** Touches SERVICE_WORKER_HEARTBEAT_FILE now and every 10 s, where it is set; returns how to end that. */
export function startHeartbeat(runtime: Runtime): () => void {
  const file = runtime.config.worker.heartbeatFile;
  if (file === null) return () => undefined;
  const beat = () =>
    void touch(file, runtime.clock()).catch((error: unknown) =>
      runtime.log.error('worker.heartbeat_failed', errorFields(error)),
    );
  beat();
  const timer = setInterval(beat, EVERY_MS);
  return () => clearInterval(timer);
}

/** Sets a file's times, and makes it where it is missing. */
async function touch(file: string, at: Date): Promise<void> {
  await writeFile(file, '', { flag: 'a' });
  await utimes(file, at, at);
}

const GRACE_MS = 30_000;
const ONLY_POSTGRESQL =
  'SERVICE_DATABASE_URL: a standalone worker needs PostgreSQL; with SQLite the gateway runs the worker itself (SERVICE_EMBEDDED_WORKER)';

async function main(): Promise<void> {
  if (readConfig(processEnvironment()).database.url.startsWith('file:'))
    throw new ConfigError(ONLY_POSTGRESQL);
  const runtime = await processRuntime();
  await requireWritableDatabase(runtime);
  const handlers = handlersOf(runtime);
  const worker = createWorker(runtime, handlers);
  const metrics = await startMetricsServer(runtime);
  const endHeartbeat = startHeartbeat(runtime);
  await worker.start();
  const endSweep = startEmbeddingSweep(runtime);
  runtime.log.info('worker.started', { kinds: Object.keys(handlers), metrics_port: metrics?.port ?? null });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    runtime.log.info('worker.stopping', { signal });
    try {
      await endSweep();
      await worker.stop(GRACE_MS);
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

/** The one thing a standalone worker serves: its metrics. It has no API. */

interface MetricsServer {
  /** Where it listens. */
  port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics` on SERVICE_WORKER_METRICS_PORT; null where that is 0. Rejects where the port is taken. */
async function startMetricsServer(runtime: Runtime): Promise<MetricsServer | null> {
  const { metricsPort } = runtime.config.worker;
  if (metricsPort === 0) return null;
  const { registry } = runtime.metrics;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"not found"}');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        runtime.log.error('metrics.failed', errorFields(error));
        response.writeHead(500).end();
      },
    );
  });
  server.listen(metricsPort, listenHost(runtime.config));
  await once(server, 'listening');
  return {
    port: metricsPort,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
