import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onLoopback } from '../testing/loopback.ts';
import { SELF_SIGNED } from '../testing/samples/self-signed.ts';
import { postEvent, type Resolve } from './post-event.ts';

/** A server on loopback that must not be reached, unless it is allowed. */
async function startInner() {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(String(request.headers.host));
    response.writeHead(200, { connection: 'keep-alive' }).end('inner');
  });
  const { port, close } = await onLoopback(server);
  onTestFinished(close);
  return { hosts, port };
}

const post = (url: string, resolve: Resolve, allowed: string[] = []) =>
  postEvent(
    { url, headers: {}, body: '{}', allowed, timeoutMs: 1000, signal: new AbortController().signal },
    resolve,
  );

const v4 = (address: string) => ({ address, family: 4 });

describe('the connection of a webhook', () => {
  it('is refused where the name means an address inside, at each connection', async () => {
    const { hosts, port } = await startInner();
    // The name is public when it is created, and means loopback when it is connected to.
    const answers = [[v4('127.0.0.1')], [{ address: '::ffff:127.0.0.1', family: 6 }], [v4('10.0.0.1')]];
    for (const found of answers) {
      const answer = await post(`http://rebind.example:${port}/`, () => Promise.resolve(found));
      expect(answer).toMatchObject({ status: null, error: expect.stringContaining('not a public address') });
    }
    expect(hosts).toEqual([]);
  });

  it('is refused for an address inside that is written out, in whatever spelling', async () => {
    const { hosts, port } = await startInner();
    const unasked: Resolve = () => Promise.reject(new Error('an address is not looked up'));
    for (const host of ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0']) {
      const answer = await post(`http://${host}:${port}/`, unasked);
      expect(answer.error).toContain('not a public address');
    }
    expect(hosts).toEqual([]);
  });

  it('goes to the address that was checked, and is looked up once', async () => {
    const { hosts, port } = await startInner();
    let asked = 0;
    const resolve: Resolve = () => {
      asked += 1;
      return Promise.resolve([v4('127.0.0.1')]);
    };
    const answer = await post(`http://hooks.test:${port}/`, resolve, ['hooks.test']);
    expect(answer).toEqual({ status: 200, body: 'inner', error: null });
    expect([asked, hosts]).toEqual([1, [`hooks.test:${port}`]]);
  });

  it('leaves out the addresses inside of a name that has others too', async () => {
    const { port } = await startInner();
    const mixed: Resolve = () => Promise.resolve([v4('10.255.255.1'), v4('127.0.0.1')]);
    const answer = await post(`http://mixed.example:${port}/`, mixed, ['127.0.0.0/8']);
    expect(answer).toMatchObject({ status: 200, body: 'inner' });
  });

  it('is refused where no trusted authority has signed the certificate, before anything is sent', async () => {
    const received: string[] = [];
    const server = createTlsServer(SELF_SIGNED, (request, response) => {
      received.push(String(request.url));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const onLoopback: Resolve = () => Promise.resolve([v4('127.0.0.1')]);
    expect(await post(`https://hooks.test:${port}/`, onLoopback, ['hooks.test'])).toEqual({
      ...{ status: null, body: null },
      error: 'the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    expect(received).toEqual([]);
  });

  it('says in words what failed, and nothing of what is inside', async () => {
    const unknown: Resolve = () => Promise.reject(Object.assign(new Error('secret'), { code: 'ENOTFOUND' }));
    expect((await post('http://nowhere.example/', unknown)).error).toBe('the connection failed (ENOTFOUND)');
    const { port } = await startInner();
    const asHttps = await post(`https://plain.test:${port}/`, () => Promise.resolve([v4('127.0.0.1')]), [
      'plain.test',
    ]);
    expect(asHttps.error).toMatch(/^(the connection failed|its certificate|it closed)/);
  });
});
