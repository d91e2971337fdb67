/** Timers and connections that let the process end: a library must not keep an agent alive. */

/** Timers count in 31 bits: above, they fire at once. */
export const LONGEST_MS = 2_147_483_647;

interface DenoTimers {
  unrefTimer(id: number): void;
}

/** Runs `work` later, unless the process has nothing else to do before that. Returns how to cancel it. */
export function backgroundTimer(work: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(work, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref();
  } else if (typeof timer === 'number') {
    (globalThis as { Deno?: DenoTimers }).Deno?.unrefTimer(timer);
  }
  return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
}

/** Waits while somebody is waiting with it: this one does keep the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Socket {
  unref?: () => unknown;
}

interface Channels {
  subscribe?: (name: string, listener: (message: unknown) => void) => unknown;
}

interface Platform {
  process?: { getBuiltinModule?: (name: string) => Channels | undefined };
}

const releasedPaths = new Set<string>();

function release(message: unknown): void {
  const { request, socket } = message as { request?: { path?: unknown }; socket?: Socket };
  const path = String(request?.path);
  if ([...releasedPaths].some((ending) => path.endsWith(ending))) socket?.unref?.();
}

/**
 * Requests to this path no longer keep the process alive: who waits for one holds a timer. Node's fetch tells of its sockets
 * on a channel and in no other way; elsewhere the limit of the request ends it.
 */
export function releaseRequestsTo(path: string): void {
  const { process } = globalThis as Platform;
  if (releasedPaths.size === 0) {
    process
      ?.getBuiltinModule?.('node:diagnostics_channel')
      ?.subscribe?.('undici:client:sendHeaders', release);
  }
  releasedPaths.add(path);
}
