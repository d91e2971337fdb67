/** A proxy between the service and its database that makes the way between them slow, silent or broken. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Passes everything on later by so many milliseconds, each way. */
  delay(milliseconds: number): void;
  /** Passes nothing on, and keeps it, until it is told otherwise. */
  silence(isSilent: boolean): void;
  /** Breaks the connections there are. */
  cut(): void;
  /** Connects all who come from now on with another port. */
  lead(port: number): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of loopback in front of `port`. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const kept: (() => void)[] = [];
  let target = port;
  let wait = 0;
  let isSilent = false;

  const pass = (work: () => void) => {
    if (isSilent) kept.push(work);
    else if (wait > 0) setTimeout(work, wait);
    else work();
  };
  const join = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => pass(() => void (to.writable && to.write(chunk))));
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    join(client, upstream);
    join(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    kept.length = 0;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => {
      wait = milliseconds;
    },
    silence(silent) {
      isSilent = silent;
      if (!silent) for (const work of kept.splice(0)) work();
    },
    cut,
    lead: (other) => {
      target = other;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
