/** The end of the process or the page: the last chance of what was not sent. One listener serves every client. */
import { keptByConnectionsMs } from '../connections.ts';

interface ExitHandlers {
  flushAtExit(spentMs: number): Promise<void>;
  sendAtPageEnd(): void;
}

interface Platform {
  process?: { on?: (event: 'beforeExit', listener: () => void) => unknown };
  document?: unknown;
  addEventListener?: (event: 'pagehide', listener: () => void) => void;
}

const leaving = new Set<ExitHandlers>();
let listens = false;

function listen(): void {
  if (listens) return;
  listens = true;
  const { process, document, addEventListener } = globalThis as Platform;
  process?.on?.('beforeExit', () => {
    const spentMs = keptByConnectionsMs();
    for (const outbox of leaving) void outbox.flushAtExit(spentMs);
  });
  if (document !== undefined) {
    addEventListener?.call(globalThis, 'pagehide', () => {
      for (const outbox of leaving) outbox.sendAtPageEnd();
    });
  }
}

/** Has `outbox` sent at the end. */
export function watchExit(outbox: ExitHandlers): void {
  listen();
  leaving.add(outbox);
}

/** Forgets `outbox`: there is nothing left to send, and a client that is done must not be held in memory. */
export function leaveExit(outbox: ExitHandlers): void {
  leaving.delete(outbox);
}
