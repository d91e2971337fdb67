/** The one thing a standalone worker serves: its metrics. It has no API. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenHost } from '../server/platform/config/config.ts';
import { errorFields } from '../server/platform/log/error-fields.ts';
import type { Runtime } from '../server/platform/runtime.ts';

export interface MetricsServer {
  /** Where it listens. */
  port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics` on SERVICE_WORKER_METRICS_PORT; null where that is 0. Rejects where the port is taken. */
export async function startMetricsServer(runtime: Runtime): Promise<MetricsServer | null> {
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
