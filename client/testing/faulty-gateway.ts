/**
 * Everything that may stand where a gateway should: nothing, silence, errors, nonsense. What an adapter does
 * in front of each of these is what it does to its agent on a bad day.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { freePort } from '../../lab/gateway/gateway-process.ts';
import { onLoopback } from '../../server/testing/loopback.ts';

export interface FaultyGateway {
  url: string;
  /** Requests that reached it so far. */
  requests(): number;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<FaultyGateway> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.on('error', () => undefined).resume();
    response.on('error', () => undefined);
    answer(request, response);
  });
  const { url, close } = await onLoopback(server);
  return { url, requests: () => requests, close };
}

/** A server that answers everything with this. */
function always(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): () => Promise<FaultyGateway> {
  return () =>
    serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
}

/** An address where connecting is refused: a port that was free a moment ago. */
async function refusing(): Promise<FaultyGateway> {
  return { url: `http://127.0.0.1:${await freePort()}`, requests: () => 0, close: async () => undefined };
}

/** Accepts every connection, and neither reads nor says anything. */
export async function speechless(): Promise<FaultyGateway> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    requests += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  const { url, close } = await onLoopback(server);
  return {
    url,
    requests: () => requests,
    close() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

/** Listens in a thread that then stands still and accepts nothing. */
const STANDS_STILL = `const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});`;

/** An address where connecting neither succeeds nor fails, as behind a firewall: its queue of connections is full. */
export async function unreachable(): Promise<FaultyGateway> {
  const worker = new Worker(STANDS_STILL, { eval: true });
  const [port]: number[] = await once(worker, 'message');
  const filling = Array.from({ length: 4 }, () =>
    connect(port ?? 0, '127.0.0.1').on('error', () => undefined),
  );
  await Promise.race(filling.map((socket) => once(socket, 'connect')));
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => 0,
    async close() {
      for (const socket of filling) socket.destroy();
      await worker.terminate();
    },
  };
}

/** The headers at once, then a byte now and then, for as long as somebody listens. */
function dribbling(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"recall_id": "');
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

/** A body without an end, as fast as it is read. */
function endless(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

function hangingUp(_request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    .write('{"recall_id":');
  setTimeout(() => response.destroy(), 5);
}

const NONSENSE = { recall_id: 7, instructions: ['x'], skills: 'none', skill_index: {}, memories: [null] };

/** Every way to fail by its name; `start` opens one of its own. */
export const FAULTY_GATEWAYS: readonly { name: string; start: () => Promise<FaultyGateway> }[] = [
  { name: 'connection refused', start: refusing },
  { name: 'a connection that is never made', start: unreachable },
  { name: 'a black hole', start: () => serve(() => undefined) },
  { name: '500 to everything', start: always(500, '{"detail":"internal error"}') },
  {
    name: '503 with an HTML page',
    start: always(503, '<h1>Unavailable</h1>', { 'content-type': 'text/html' }),
  },
  {
    name: '429 with Retry-After',
    start: always(429, '{"detail":"rate limit exceeded"}', { 'retry-after': '60' }),
  },
  { name: '401 to everything', start: always(401, '{"detail":"invalid api key"}') },
  { name: 'malformed JSON', start: always(200, '{"recall_id": "rc_1", "instr') },
  { name: 'JSON of another form', start: always(200, JSON.stringify(NONSENSE)) },
  { name: 'null', start: always(200, 'null') },
  { name: 'a page with status 200', start: always(200, '<h1>Sign in</h1>', { 'content-type': 'text/html' }) },
  { name: 'a slow body', start: () => serve(dribbling) },
  { name: 'an endless body', start: () => serve(endless) },
  { name: 'a connection that breaks', start: () => serve(hangingUp) },
];

/** A server that first answers as `answers` say, one a request, and then as the last of them. */
export function scripted(answers: readonly Answer[]): Promise<FaultyGateway> {
  let at = 0;
  return serve((request, response) => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    answer?.(request, response);
  });
}
