/** Pages of another origin than the gateway's, with the built client. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen } from '../../server/api/socket/lifecycle.ts';

const DIST = fileURLToPath(new URL('../../client/dist', import.meta.url));

/**
 * Serves a page and the package, as a server of files would. A real one: a browser asks for leave before a
 * page from anywhere else may call this machine.
 */
export async function servePages(): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(DIST + url) : '<h1>Agent</h1>');
  });
  const origin = await listen(server, '127.0.0.1', 0);
  return { origin, close: () => server.close() };
}
