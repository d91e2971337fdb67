/** Starts to listen, and stops: not ready, no new connections, requests under way finish, then the database closes. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, drainSeconds } from '../../platform/config/config.ts';
import { errorFields } from '../../platform/log/log.ts';
import { type Runtime, stopping } from '../../platform/runtime.ts';

const GRACE_MS = 30_000;
/** What of it is left for closing once requests were cut. */
const CLOSING_MS = 2000;
/**
 * Longer than load balancers and clients keep an idle connection, which is a minute with most: else a request
 * may be sent just as its connection is closed here.
 */
const KEEP_ALIVE_MS = 65_000;

/** What to do about an address that cannot be listened on, by the system's code. */
const REMEDY: Record<string, string> = {
  EADDRINUSE: 'is in use; stop what listens there, or set SERVICE_PORT to another port',
  EACCES: 'is not allowed to this user; set SERVICE_PORT to a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine; set SERVICE_HOST to one that is',
};

function refused(error: NodeJS.ErrnoException, address: string): Error {
  const remedy = REMEDY[error.code ?? ''];
  return remedy === undefined ? error : new ConfigError(`SERVICE_HOST, SERVICE_PORT: ${address} ${remedy}`);
}

/** Listens and resolves with the address as a URL; rejects where the port is taken. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(refused(error, `${host}:${port}`));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const bound = server.address();
      const actual = typeof bound === 'object' && bound !== null ? bound.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`);
    });
  });
}

/** What ends with the requests. */
interface Closers {
  /** Begun with the signal: what runs in the background, within so many milliseconds. */
  background: (graceMs: number) => Promise<void>;
  /** One by one, after all of that. */
  after: (() => Promise<void>)[];
}

/**
 * Stops on SIGTERM or SIGINT: first the gateway is not ready, while it still answers, so that balancers send requests
 * elsewhere; then it takes no more connections, and ends with status 0 after at most 30 s for what is under way.
 */
export function stopOnSignals(runtime: Runtime, server: Server, closers: Closers): void {
  const { background, after } = closers;
  const drainMs = drainSeconds(runtime.config) * 1000;
  const phase = stopping(runtime);
  const stop = async (signal: string) => {
    if (phase.begun) return;
    phase.begun = true;
    runtime.log.info('server.stopping', { signal, drain_seconds: drainMs / 1000 });
    setTimeout(() => {
      runtime.log.error('server.stop_overdue', { seconds: (drainMs + GRACE_MS) / 1000 });
      process.exit(1);
    }, drainMs + GRACE_MS);
    try {
      const ended = background(GRACE_MS);
      await sleep(drainMs);
      await Promise.all([drain(server), ended]);
      for (const close of after) await close();
      await runtime.db.close();
    } catch (error) {
      runtime.log.error('server.stop_failed', errorFields(error));
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/** Resolves when the last request is answered, or when its time is over and connections are cut. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS - CLOSING_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
