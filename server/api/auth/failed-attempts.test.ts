/** Guesses at the operator's key: counted, logged with their address, and slowed down for that address only. */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../admin/keys/index.ts';
import { withRequest } from '../../platform/request-context.ts';
import { describeGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';
import { freshPrincipal, openTestRuntime } from '../../testing/test-runtime.ts';
import { authenticate } from './authenticate.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
const UNKNOWN_KEY = `service_${'A'.repeat(43)}`;

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

async function statusOf(gateway: TestGateway, address: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme', 'x-forwarded-for': address };
  return (await gateway.call('GET', '/v1/skills', { headers })).status;
}

async function counted(gateway: TestGateway, kind: string): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  return Number(new RegExp(`service_auth_failures_total\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

describeGateway(
  'a wrong operator’s key',
  (gateway) => {
    it('is answered with 401 twenty times a minute, then late with 429 and when to come back', async () => {
      const address = freshAddress();
      const before = await counted(gateway(), 'operator_key');
      for (let guess = 0; guess < 20; guess += 1) {
        expect(await statusOf(gateway(), address, `guess-${guess}-of-the-key`)).toBe(401);
      }
      const headers = { authorization: 'Bearer one-more-guess', 'x-forwarded-for': address };
      const started = performance.now();
      const refused = await gateway().call('GET', '/v1/skills', { headers });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      expect(performance.now() - started).toBeGreaterThan(900);
      expect(await counted(gateway(), 'operator_key')).toBe(before + 21);
      const lines = gateway().runtime.lines.filter((line) => line['address'] === address);
      expect(lines).toHaveLength(20);
      expect(lines[0]).toMatchObject({ event: 'auth.failed', level: 'warn', kind: 'operator_key' });
      expect(JSON.stringify(lines)).not.toContain('guess-0');
    });

    it.each(['wrong-key', 'a.b', `service_${'x'.repeat(42)}`, 'undefined'])(
      'however often it was sent never keeps out the right one: %s',
      async (wrong) => {
        const address = freshAddress();
        const wrongs = Array.from({ length: 60 }, () => statusOf(gateway(), address, wrong));
        expect(await statusOf(gateway(), address, TEST_BOOTSTRAP_KEY)).toBe(200);
        await Promise.all(wrongs);
        expect(await statusOf(gateway(), address, TEST_BOOTSTRAP_KEY)).toBe(200);
      },
    );

    it('is limited as well when all guesses come at once', async () => {
      const address = freshAddress();
      const guesses = Array.from({ length: 200 }, (_, n) =>
        statusOf(gateway(), address, `many-at-once-${n}`),
      );
      const statuses = await Promise.all(guesses);
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    });

    it('keeps no agent behind the same address waiting', async () => {
      const address = freshAddress();
      const { key } = await createKey(gateway().runtime, freshPrincipal(), {
        name: 'agent',
        scopes: ['learn'],
      });
      for (let guess = 0; guess < 25; guess += 1) await statusOf(gateway(), address, `wrong-key-${guess}`);
      expect(await statusOf(gateway(), address, key)).toBe(200);
      expect(await statusOf(gateway(), address, UNKNOWN_KEY)).toBe(401);
      expect(await statusOf(gateway(), address, JWT)).toBe(401);
    });
  },
  {
    SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
    SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
    SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  },
);

describe('keys and tokens that nobody can guess', () => {
  it('are counted each time and logged up to a bound', async () => {
    const runtime = await openTestRuntime('sqlite', { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY });
    const context = { requestId: 'req_1', clientAddress: '203.0.113.200' };
    for (let call = 0; call < 50; call += 1) {
      const asked = withRequest(context, () =>
        authenticate(runtime, { authorization: `Bearer ${UNKNOWN_KEY}` }),
      );
      await expect(asked).rejects.toMatchObject({ kind: 'unauthenticated' });
    }
    const { values } = await runtime.metrics.authFailures.get();
    expect(values).toEqual([{ labels: { kind: 'api_key' }, value: 50 }]);
    expect(runtime.lines.filter(({ event }) => event === 'auth.failed')).toHaveLength(20);
    await runtime.dispose();
  });
});
