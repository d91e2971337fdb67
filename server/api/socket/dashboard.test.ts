/** What the socket lets through to the dashboard: bodies, hosts, headers and paths. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';
import type { Fallback } from './listener.ts';

/** Stands for Next: reads whatever arrives and says how much that was. */
const echo: Fallback = async (message, response) => {
  let bytes = 0;
  for await (const chunk of message) bytes += (chunk as Buffer).length;
  const { method, url, headers } = message;
  const told = { bytes, method, url, type: headers['content-type'], address: headers['x-forwarded-for'] };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
};

function gatewayWith(settings: Record<string, string>): () => TestGateway {
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', settings, echo);
  });
  afterAll(async () => {
    await gateway?.close();
  });
  return () => {
    if (gateway === undefined) throw new Error('the gateway is opened before the tests');
    return gateway;
  };
}

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders | string[];
  chunks?: (string | Buffer)[];
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  json: unknown;
  /** Bytes that were taken before the answer. */
  sent: number;
}

/** Sends chunks as fast as they are taken, without saying how many there are; stops at the answer. */
function send(url: string, { method = 'POST', headers = {}, chunks = [] }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = false;
    const outgoing = httpRequest(url, { method, headers, agent: false });
    outgoing.once('response', (response) => {
      answered = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('close', () => {
        const text = Buffer.concat(parts).toString();
        const json: unknown = text.startsWith('{') ? JSON.parse(text) : text;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json, sent });
      });
    });
    outgoing.on('error', (error) => {
      if (!answered) reject(error);
    });
    const pump = async () => {
      for (const chunk of chunks) {
        if (answered) return;
        sent += chunk.length;
        if (!outgoing.write(chunk)) await new Promise((next) => setImmediate(next));
      }
      outgoing.end();
    };
    void pump();
  });
}

const LIMIT = 4096;
const PATHS = ['/api/auth/_log', '/api/auth/callback/key', '/api/trpc/x', '/review'];

describe('a body for the dashboard', () => {
  const gateway = gatewayWith({ SERVICE_MAX_REQUEST_BYTES: String(LIMIT) });
  const refusal = { detail: `request body exceeds ${LIMIT} bytes` };

  it.each(PATHS)('is refused above the limit as it arrives: %s', async (path) => {
    const chunks = Array.from({ length: 3000 }, () => Buffer.alloc(10_000, 'x'));
    const reply = await send(gateway().url + path, { chunks });
    expect([reply.status, reply.json]).toEqual([413, refusal]);
    expect(reply.headers.connection).toBe('close');
    expect(reply.headers['x-request-id']).toMatch(/^req_/);
    expect(reply.sent).toBeLessThan(30_000_000);
  });

  it.each(['POST', 'GET', 'OPTIONS'])(
    'is bounded whatever the method and however its length is told: %s',
    async (method) => {
      const url = `${gateway().url}/review`;
      const whole = Buffer.alloc(LIMIT + 1, 'x');
      const declared = { 'content-length': whole.length };
      const chunked = { 'transfer-encoding': 'chunked' };
      expect((await send(url, { method, headers: declared, chunks: [whole] })).status).toBe(413);
      expect((await send(url, { method, headers: chunked, chunks: [whole] })).status).toBe(413);
    },
  );

  it('arrives whole and unchanged up to the limit', async () => {
    const chunks = Array.from({ length: 8 }, () => Buffer.alloc(LIMIT / 8, 'x'));
    const headers = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
    const { status, json } = await send(`${gateway().url}/api/auth/x?a=1`, { headers, chunks });
    expect([status, json]).toEqual([
      200,
      { bytes: LIMIT, method: 'POST', url: '/api/auth/x?a=1', type: 'text/plain', address: '127.0.0.1' },
    ]);
    const declared = { 'content-length': LIMIT };
    expect((await send(`${gateway().url}/x`, { headers: declared, chunks })).json).toMatchObject({
      bytes: LIMIT,
    });
    expect((await send(`${gateway().url}/x`, { method: 'GET' })).json).toMatchObject({ bytes: 0 });
  });
});

describe('the address limit', () => {
  const gateway = gatewayWith({ SERVICE_IP_RATE_LIMIT_PER_MINUTE: '3' });

  it('counts the dashboard’s paths too, before their bodies are read', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    for (const path of ['/api/auth/csrf', '/review', '/review']) {
      expect((await send(gateway().url + path, { headers })).status).toBe(200);
    }
    const refused = await send(`${gateway().url}/api/auth/callback/key`, { headers, chunks: ['{}'] });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const other = { 'x-forwarded-for': '198.51.100.8' };
    expect((await send(`${gateway().url}/review`, { headers: other })).status).toBe(200);
  });
});

const SECRET_PATHS = [
  '/v1/admin/api-keys',
  '/v1/skills',
  '/mcp',
  '/review',
  '/',
  '/api/trpc/keys.create',
  '/api/auth/session',
];

describe('a page that rebinds its name', () => {
  const gateway = gatewayWith({ SERVICE_MCP_ALLOWED_HOSTS: '["listed.test:*"]' });
  const as = (host: string) => ({ host, 'content-type': 'application/json' });

  it.each(SECRET_PATHS)('reaches nothing in dev without credentials: %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await send(gateway().url + path, { method, headers: as('rebound.evil.example:8080') });
      expect(reply.status).toBe(421);
      // An MCP client reads the text of its protocol, a person is told what helps.
      const detail =
        path === '/mcp' ? 'Invalid Host header' : expect.stringMatching(/^Invalid Host header: /);
      expect(reply.json).toEqual({ detail });
    }
  });

  it('creates no key, whatever it adds to its request', async () => {
    const { url } = gateway();
    const body = ['{"name":"mine","scopes":["admin"]}'];
    for (const more of [
      { 'x-forwarded-host': 'localhost' },
      { forwarded: 'host=localhost' },
      { origin: 'http://localhost:8080' },
      { authorization: 'Bearer x' },
    ]) {
      const headers = { ...as('rebound.evil.example'), ...more };
      expect((await send(`${url}/v1/admin/api-keys`, { headers, chunks: body })).status).toBe(421);
    }
    const own = { headers: as('localhost:8080'), chunks: body };
    expect((await send(`${url}/v1/admin/api-keys`, own)).status).toBe(200);
  });

  const _statusFrom = async (path: string, host: string) =>
    (await send(gateway().url + path, { method: 'GET', headers: { host } })).status;
});

describe('where credentials are asked for', () => {
  const gateway = gatewayWith({
    SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
    SERVICE_PUBLIC_URL: 'https://w.example',
  });
  const operator = ['host', 'w.example', 'authorization', `Bearer ${TEST_BOOTSTRAP_KEY}`];

  it.each(['/v1/skills', '/review', '/healthz', '/nothing'])(
    'any host will do, and a browser is told to come by https alone: %j',
    async (path) => {
      const headers = {
        authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`,
        'x-tenant-id': 'acme',
        host: 'any.example',
      };
      const reply = await send(gateway().url + path, { method: 'GET', headers });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(reply.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    },
  );

  it.each([
    ['acme', 'globex'],
    ['acme', 'acme'],
    ['acme', ''],
  ])('a tenant is named once, not as %s and %s', async (first, second) => {
    const twice = [...operator, 'X-Tenant-Id', first, 'x-tenant-id', second];
    for (const path of ['/v1/skills', '/api/trpc/session.me', '/mcp']) {
      const reply = await send(gateway().url + path, { method: 'GET', headers: twice });
      expect([reply.status, reply.json]).toEqual([400, { detail: 'X-Tenant-Id was sent more than once' }]);
    }
    const once = [...operator, 'X-Tenant-Id', 'acme, globex'];
    expect((await send(`${gateway().url}/v1/skills`, { method: 'GET', headers: once })).status).toBe(200);
  });
});

describe('a path', () => {
  const gateway = gatewayWith({});

  it.each(['/changesets/%ff', '/api/trpc/%c0%af'])('that is no text is not found: %s', async (path) => {
    const reply = await send(gateway().url + path, { method: 'GET' });
    expect([reply.status, reply.json]).toEqual([404, { detail: 'not found' }]);
    expect(reply.headers['strict-transport-security']).toBeUndefined();
  });

  it.each(['/changesets/%C3%A9', '/skills/a%2Fb', '/review?x=%ff'])(
    'that is one goes on: %s',
    async (path) => {
      expect((await send(gateway().url + path, { method: 'GET' })).json).toMatchObject({ url: path });
    },
  );
});
