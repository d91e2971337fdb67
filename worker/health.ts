/**
 * What a standalone worker shows of itself: its metrics, and a file whose age says whether it is alive, for
 * supervisors that cannot ask it. It has no API.
 */
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { measureQueue } from '../server/jobs/index.ts';
import { listenHost } from '../server/platform/config/config.ts';
import { errorFields } from '../server/platform/log/log.ts';
import type { Runtime } from '../server/platform/runtime.ts';

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

interface MetricsServer {
  /** Where it listens. */
  port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on SERVICE_WORKER_METRICS_PORT; null where that is 0. Rejects where the port is
 * taken.
 */
export async function startMetricsServer(runtime: Runtime): Promise<MetricsServer | null> {
  const { metricsPort } = runtime.config.worker;
  if (metricsPort === 0) return null;
  const { registry } = runtime.metrics;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"not found"}');
      return;
    }
    measureQueue(runtime)
      .then(() => registry.metrics())
      .then(
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
