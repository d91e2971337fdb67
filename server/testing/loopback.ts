/** Servers of tests, on loopback. */
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

interface Loopback {
  port: number;
  /** Without a path. */
  url: string;
  /** Ends it and its connections. */
  close(): Promise<void>;
}

/** Has a server listen on a free port. */
export async function onLoopback(server: Server): Promise<Loopback> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const protocol = server instanceof HttpsServer ? 'https' : 'http';
  return {
    port,
    url: `${protocol}://127.0.0.1:${port}`,
    async close() {
      const ended = new Promise((resolve) => server.close(resolve));
      if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections();
      await ended;
    },
  };
}
