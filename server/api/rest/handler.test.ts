/** Which targets the gateway answers itself, and in which order a request to an operation is checked. */
import { expect, it } from 'vitest';
import { describeGateway, TEST_BOOTSTRAP_KEY } from '../../testing/test-gateway.ts';

const LIMIT = 1024;
const SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_MAX_REQUEST_BYTES: String(LIMIT),
};
const DASHBOARD = undefined;

describeGateway(
  'a target',
  (gateway) => {
    it.each([
      ['GET', '/healthz?a=1', 200, { status: 'ok' }],
      ['POST', '/healthz', 405, { detail: 'method not allowed' }],
      ['GET', '/docs/unknown', 404, { detail: 'not found' }],
      ['GET', '/v1/unknown?a=1', 404, { detail: 'not found' }],
      ['GET', '/otlp/v1/traces', 405, { detail: 'method not allowed' }],
      ['GET', '/healthz/', 404, DASHBOARD],
      ['GET', '/v1x', 404, DASHBOARD],
    ])('is answered by its path alone: %s %s', async (method, target, status, json) => {
      const reply = await gateway().call(method, target);
      expect([reply.status, reply.json]).toEqual([status, json]);
    });
  },
  SETTINGS,
);

describeGateway(
  'a request to an operation',
  (gateway) => {
    const operator = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };
    const post = async (path: string, body: string, headers: Record<string, string>) =>
      (await fetch(gateway().url + path, { method: 'POST', body, headers })).status;
    const keyWith = async (scope: string): Promise<Record<string, string>> => {
      const body = { name: scope, scopes: [scope] };
      const { json } = await gateway().call('POST', '/v1/admin/api-keys', { body, headers: operator });
      return { authorization: `Bearer ${(json as { key: string }).key}` };
    };

    it.each([
      ['/v1/episodes', 'not JSON', 422],
      ['/v1/episodes', '{"outcome": "great"}', 422],
      ['/v1/traces', '<protobuf>', 415],
    ])(
      'is checked for size, credential, scope and input, in that order: %s %s',
      async (path, body, status) => {
        const headers = { 'content-type': 'text/plain' };
        const [learn, review] = await Promise.all(['learn', 'review'].map(keyWith));
        expect(await post(path, body.padEnd(LIMIT + 1), headers)).toBe(413);
        expect(await post(path, body, headers)).toBe(401);
        expect(await post(path, body, { ...headers, ...review })).toBe(403);
        expect(await post(path, body, { ...headers, ...learn })).toBe(status);
      },
    );
  },
  SETTINGS,
);
