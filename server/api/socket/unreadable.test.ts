/** What a client is told whose request never becomes one. */
import { createServer, type ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openTestRuntime } from '../../testing/test-runtime.ts';
import { listen } from './lifecycle.ts';
import { requestListener } from './listener.ts';
import { answerUnreadable, SERVER_OPTIONS } from './unreadable.ts';

/** What a server answers to `sent`, until it closes the connection. */
async function answerTo(sent: string, options: ServerOptions = {}) {
  const runtime = await openTestRuntime('sqlite');
  const server = createServer({ ...SERVER_OPTIONS, ...options });
  server.on(
    'request',
    requestListener(runtime, () => Promise.resolve()),
  );
  answerUnreadable(runtime, server);
  const { port } = new URL(await listen(server, '127.0.0.1', 0));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  await new Promise((resolve) => server.close(resolve));
  await runtime.dispose();
  return { status: Number(head.split(' ')[1]), head, body };
}

const SLOW = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };

describe('a request that Node gives up', () => {
  it.each<[string, number, string, string, ServerOptions?]>([
    ['is broken', 400, 'the request is not valid HTTP', 'nonsense\r\n\r\n'],
    [
      'has too many headers',
      431,
      'the headers of the request are too large',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    ['never ends', 408, 'the request took too long to arrive', 'GET / HTTP/1.1\r\nhost: loc', SLOW],
    [
      'has no Host',
      400,
      'the request has no Host header',
      'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
    ],
  ])('is answered with a detail and an id where it %s', async (_, status, detail, sent, options) => {
    const answer = await answerTo(sent, options);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { detail }]);
    expect(answer.head).toMatch(/^x-request-id: req_\w+$/m);
    expect(answer.head).toMatch(/^content-type: application\/json$/m);
    expect(answer.head).toMatch(/^connection: close$/im);
  });
});
