import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { eagerPieces } from '../../testing/samples/eager-pieces.ts';
import { writeReply } from './write-reply.ts';

it('a stream lets others have their turn after each piece, though its client takes them all at once', async () => {
  const { pieces, turns, text } = eagerPieces();
  const server = createServer((_message, response) => {
    void writeReply(response, { status: 200, headers: {}, body: pieces }, { headOnly: false });
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/`);
  expect(await reply.text()).toBe(text);
  expect(new Set(turns).size).toBe(turns.length);
});
