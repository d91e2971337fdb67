/** What the dashboard's pages call, over the socket and without any page. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';
import { createDashboard } from './dashboard.ts';
import type { Fallback } from './listener.ts';

const SETTINGS = { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY, SERVICE_SESSION_SECRET: 's'.repeat(32) };
const OPERATOR = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'ours' };

describe("a call of the dashboard's pages", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // The dashboard needs the runtime that the gateway makes.
    const holder: { handle: Fallback } = { handle: () => Promise.resolve() };
    gateway = await openTestGateway('sqlite', SETTINGS, (...call) => holder.handle(...call));
    const noPages = () => Promise.reject(new Error('no page is asked for'));
    holder.handle = createDashboard(gateway.runtime, createServer(), noPages).handle;
  });
  afterAll(() => gateway.close());

  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    gateway.call(method, path, { headers: { ...OPERATOR, ...headers } });

  it('is refused without a credential, and by another method', async () => {
    expect((await gateway.call('GET', '/api/trpc/session.me')).status).toBe(401);
    for (const path of ['/api/trpc/session.me', '/api/audit-export', '/api/auth/session']) {
      const reply = await call('PUT', path);
      expect([reply.status, reply.json]).toEqual([405, { detail: 'method not allowed' }]);
    }
    expect((await call('POST', '/api/audit-export')).headers.get('allow')).toBe('GET, HEAD');
  });

  it('is compressed where the reply is long and the client takes it', async () => {
    const long = '/api/trpc/session.me,session.me,session.me?batch=1&input=%7B%7D';
    const zipped = await call('GET', long, { 'accept-encoding': 'gzip' });
    const plain = await call('GET', long, { 'accept-encoding': 'identity' });
    const short = await call('GET', '/api/auth/csrf', { 'accept-encoding': 'gzip' });
    expect(plain.text.length).toBeGreaterThan(1400);
    expect([plain, zipped, short].map(({ headers }) => headers.get('content-encoding'))).toEqual([
      null,
      'gzip',
      null,
    ]);
    expect(zipped.json).toEqual(plain.json);
    expect(zipped.headers.get('vary')).toBe('accept-encoding');
    expect((await call('HEAD', '/api/trpc/session.me')).text).toBe('');
  });

  it('that fails without being foreseen is a 500 that says nothing of it', async () => {
    vi.spyOn(gateway.runtime, 'once').mockImplementationOnce(() => {
      throw new Error('the name of a table');
    });
    const reply = await call('GET', '/api/audit-export?format=csv');
    expect([reply.status, reply.json]).toEqual([500, { detail: 'internal error' }]);
  });
});
