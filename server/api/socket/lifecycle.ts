/** Starts to listen, and stops: no new connections, requests under way finish, then the database closes. */
import type { Server } from 'node:http';
import { ConfigError } from '../../platform/config/config.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';

const GRACE_MS = 30_000;
/**
 * Longer than load balancers and clients keep an idle connection, which is a minute with most: else a request
 * may be sent just as its connection is closed here.
 */
const KEEP_ALIVE_MS = 65_000;

/** What to do about an address that cannot be listened on, by the system's code. */
const REMEDY: Record<string, string> = {
  EADDRINUSE: 'is in use; stop what listens there, or set SERVICE_PORT to another port',
  EACCES: 'is not allowed to this user; set SERVICE_PORT to a port above 1023',
  EADDRNOTAVAIL: 'is no address of this machine; set SERVICE_HOST to one that is',
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

/** What ends beside the requests, within the same grace period, and what is closed one by one after both. */
interface Closers {
  beside: (graceMs: number) => Promise<void>;
  after: (() => Promise<void>)[];
}

/** Ends the process with status 0 on SIGTERM or SIGINT, after at most 30 s for what is under way. */
export function stopOnSignals(runtime: Runtime, server: Server, { beside, after }: Closers): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    runtime.log.info('server.stopping', { signal });
    try {
      await Promise.all([drain(server), beside(GRACE_MS)]);
      for (const close of after) await close();
      await runtime.db.close();
    } catch (error) {
      runtime.log.error('server.stop_failed', errorFields(error));
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/** Resolves when the last request is answered, or when the grace period is over and connections are cut. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
