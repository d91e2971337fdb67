/** What only a socket shows: bodies as they arrive, addresses, limits, ids, measurements. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';

const OPERATOR = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };

function gatewayWith(settings: Record<string, string>): () => TestGateway {
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', settings);
  });
  afterAll(async () => {
    await gateway?.close();
  });
  return () => {
    if (gateway === undefined) throw new Error('the gateway is opened before the tests');
    return gateway;
  };
}

/** Sends a body in chunks without saying its length; resolves with the status. */
function sendChunked(url: string, chunks: string[], headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

describe('a request body', () => {
  const gateway = gatewayWith({ SERVICE_MAX_REQUEST_BYTES: '2048' });

  it('is refused above the limit whether its length is declared or it arrives in chunks', async () => {
    const body = { query: 'x'.repeat(4000) };
    const declared = await gateway().call('POST', '/v1/recall', { body });
    expect([declared.status, declared.json]).toEqual([413, { detail: 'request body exceeds 2048 bytes' }]);
    expect(await sendChunked(`${gateway().url}/v1/recall`, ['{"query":"', 'x'.repeat(3000), '"}'])).toBe(413);
    expect(await sendChunked(`${gateway().url}/v1/recall`, ['{"query":"', 'x'.repeat(100), '"}'])).toBe(200);
  });
});

describe('limits', () => {
  const gateway = gatewayWith({
    SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
    SERVICE_IP_RATE_LIMIT_PER_MINUTE: '5',
    SERVICE_RATE_LIMIT_PER_MINUTE: '2',
  });
  const from = (address: string) => ({ ...OPERATOR, 'x-forwarded-for': address });

  it('count the principal after the credential, and tell when to come back', async () => {
    const statuses: unknown[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const reply = await gateway().call('GET', '/v1/skills', { headers: from(address) });
      statuses.push([reply.status, reply.headers.get('retry-after')]);
    }
    expect(statuses).toEqual([
      [200, null],
      [200, null],
      [429, '60'],
    ]);
    gateway().runtime.advance(60_000);
    expect((await gateway().call('GET', '/v1/skills', { headers: from('192.0.2.4') })).status).toBe(200);
  });

  it('count the address before the credential, on every route, as the trusted proxy names it', async () => {
    const health = (address: string) =>
      gateway().call('GET', '/healthz', { headers: { 'x-forwarded-for': address } });
    for (let sent = 0; sent < 5; sent += 1) expect((await health('198.51.100.9')).status).toBe(200);
    const refused = await health('198.51.100.9');
    expect([refused.status, refused.json]).toEqual([429, { detail: 'rate limit exceeded' }]);
    const unauthenticated = { headers: { 'x-forwarded-for': '198.51.100.9' } };
    expect((await gateway().call('GET', '/v1/skills', unauthenticated)).status).toBe(429);
    expect((await health('198.51.100.10')).status).toBe(200);
  });
});

/** Sends a GET whose request line and headers are as given; resolves with the status. */
function sendRaw(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { path, headers });
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe('a request target', () => {
  const gateway = gatewayWith({});

  it('may be a whole URL, as proxies send it', async () => {
    const { url } = gateway();
    expect(await sendRaw(url, `${url}/healthz`)).toBe(200);
    expect(await sendRaw(url, `${url}/v1/skills?agent_id=-`)).toBe(422);
  });
});

describe('every reply', () => {
  const gateway = gatewayWith({ SERVICE_CORS_ORIGINS: '["https://app.example"]' });

  it('carries the request’s own id where it is usable, else a new one', async () => {
    const id = async (headers: Record<string, string>) =>
      (await gateway().call('GET', '/healthz', { headers })).headers.get('x-request-id');
    expect(await id({ 'x-request-id': 'trace-42' })).toBe('trace-42');
    expect(await id({ 'x-request-id': 'two words' })).toMatch(/^req_/);
    expect(await id({})).toMatch(/^req_/);
  });

  it('lets configured origins read it, and no other', async () => {
    const ours = await gateway().call('GET', '/v1/skills', { headers: { origin: 'https://app.example' } });
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const theirs = await gateway().call('GET', '/v1/skills', { headers: { origin: 'https://evil.example' } });
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await gateway().call('OPTIONS', '/v1/recall', {
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('is measured by route template, never by what a caller made up', async () => {
    await gateway().call('GET', '/v1/skills/some-name');
    await gateway().call('GET', '/v1/made-up');
    const { text } = await gateway().call('GET', '/metrics');
    expect(text).toContain(
      'service_http_seconds_count{route="/v1/skills/{ref}",method="GET",status="404"} 1',
    );
    expect(text).toMatch(/service_http_seconds_count\{route="unmatched",method="GET",status="404"\} \d/);
    expect(text).not.toContain('made-up');
    expect(text).not.toContain('tenant');
  });
});

describe('an unexpected fault', () => {
  const gateway = gatewayWith({});

  it('is a 500 that says nothing, and a log line under the same id that holds no transcript', async () => {
    const words = 'the customer’s own words';
    const { runtime } = gateway();
    const lost = () => Promise.reject(new Error('connection lost'));
    Object.assign(runtime, { db: { ...runtime.db, ping: lost, write: lost } });
    const headers = { 'x-request-id': 'trace-500' };
    expect((await gateway().call('GET', '/readyz', { headers })).status).toBe(503);
    const reply = await gateway().call('POST', '/v1/episodes', { headers, body: { task: words } });
    expect([reply.status, reply.json]).toEqual([500, { detail: 'internal error' }]);
    const line = runtime.lines.find(({ event }) => event === 'request.failed');
    expect(line).toMatchObject({
      level: 'error',
      request_id: 'trace-500',
      tenant: 'dev',
      message: 'connection lost',
    });
    expect(JSON.stringify(runtime.lines)).not.toContain(words);
  });
});
