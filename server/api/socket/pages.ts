/** Builds the dashboard where that is due and loads Next, which is as large as all the rest of the process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The pages of the dashboard. `close` ends what Next keeps open. */
export interface Pages {
  answer(message: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export interface PagesOptions {
  server: Server;
  port: number;
  /** As `npm run dev` does: pages are compiled as they are asked for. */
  hotReload: boolean;
}

/** Loads the pages. Throws where they cannot be built; the build has said why on standard error. */
export async function loadPages(
  { server, port, hotReload }: PagesOptions,
  signal: AbortSignal,
): Promise<Pages> {
  if (!hotReload) await buildPages(signal);
  const { default: next } = await import('next');
  // Next drops every upgrade but hot reload's on the server it is given, also a client's offer to speak
  // HTTP/2, which must be ignored. Outside development it gets a server that nobody connects to.
  const app = next({ dev: hotReload, dir: ROOT, port, httpServer: hotReload ? server : createServer() });
  await app.prepare();
  const answer = app.getRequestHandler();
  return { answer: (message, response) => answer(message, response), close: () => app.close() };
}

/** In a process of its own, which waits for one that builds the same: a build takes all that a core has. */
async function buildPages(signal: AbortSignal): Promise<void> {
  const build: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'dashboard'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  });
  const [code] = (await once(build, 'close')) as [number | null];
  if (code !== 0) throw new Error('the dashboard could not be built');
}
