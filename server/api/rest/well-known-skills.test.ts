/** Published skills as somebody without a credential finds them. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';

const INDEX = '/.well-known/agent-skills/index.json';
const CREDENTIALS = { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY };
const operator = (tenant: string) => ({
  authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`,
  'x-tenant-id': tenant,
});

/** Writes a skill and publishes it where it is said. */
async function author(gateway: TestGateway, tenant: string, name: string, published: boolean): Promise<void> {
  const headers = operator(tenant);
  const body = { name, description: `How to ${name}`, bullets: [{ content: `Begin to ${name} early.` }] };
  const { json } = await gateway.call('POST', '/v1/skills', { body, headers });
  const { skill_id: id } = json as { skill_id: string };
  const reply = await gateway.call('POST', `/v1/skills/${id}/publish`, { body: { published }, headers });
  expect(reply.json).toEqual({ skill_id: id, published });
}

describeGateway(
  'published skills',
  (gateway) => {
    it('are listed without a credential, those of the named tenant alone, with the digest of each', async () => {
      await author(gateway(), 'open', 'refund-orders', true);
      await author(gateway(), 'open', 'private-notes', false);
      await author(gateway(), 'other', 'others-skill', true);
      const { status, headers, json } = await gateway().call('GET', INDEX);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      const file = await gateway().call('GET', '/.well-known/agent-skills/refund-orders/SKILL.md');
      expect(file.headers.get('content-type')).toMatch(/^text\/markdown/);
      expect(file.text).toContain('Begin to refund-orders early.');
      expect(json).toEqual({
        $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
        skills: [
          {
            name: 'refund-orders',
            type: 'skill-md',
            description: 'How to refund-orders',
            url: '/.well-known/agent-skills/refund-orders/SKILL.md',
            digest: `sha256:${createHash('sha256').update(file.text).digest('hex')}`,
          },
        ],
      });
      for (const name of ['private-notes', 'others-skill', 'none', '..%2F..%2Fsecret']) {
        const missing = await gateway().call('GET', `/.well-known/agent-skills/${name}/SKILL.md`);
        expect(missing.status, name).toBe(404);
        expect(missing.text).not.toContain('Begin to');
      }
    });

    it('are listed in the older form too', async () => {
      const { json } = await gateway().call('GET', '/.well-known/skills/index.json');
      expect(json).toEqual({
        skills: [{ name: 'refund-orders', description: 'How to refund-orders', files: ['SKILL.md'] }],
      });
      const older = await gateway().call('GET', '/.well-known/skills/refund-orders/SKILL.md');
      expect(older.text).toContain('Begin to refund-orders early.');
    });

    it('are sent once to a reader who says what it has', async () => {
      const { headers } = await gateway().call('GET', INDEX);
      const etag = headers.get('etag') ?? '';
      const again = await gateway().call('GET', INDEX, { headers: { 'if-none-match': `W/${etag}, "x"` } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      const head = await gateway().call('HEAD', '/.well-known/agent-skills/refund-orders/SKILL.md');
      expect([head.status, head.text]).toEqual([200, '']);
    });

    it('are only read: another method is 405', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expect((await gateway().call(method, INDEX)).status).toBe(405);
      }
    });

    it('are published by a reviewer alone', async () => {
      const body = { name: 'agent', scopes: ['learn'] };
      const made = await gateway().call('POST', '/v1/admin/api-keys', { body, headers: operator('open') });
      const headers = { authorization: `Bearer ${(made.json as { key: string }).key}` };
      const reply = await gateway().call('POST', '/v1/skills/sk_1/publish', { body: {}, headers });
      expect(reply.status).toBe(403);
    });
  },
  { ...CREDENTIALS, SERVICE_PUBLIC_SKILLS_TENANT: 'open' },
);

describeGateway(
  'without a named tenant',
  (gateway) => {
    it('nothing is published', async () => {
      await author(gateway(), 'open', 'refund-orders', true);
      for (const path of [
        INDEX,
        '/.well-known/skills/index.json',
        '/.well-known/agent-skills/refund-orders/SKILL.md',
      ]) {
        const { status, json } = await gateway().call('GET', path);
        expect([path, status, json]).toEqual([path, 404, { detail: 'not found' }]);
      }
    });
  },
  CREDENTIALS,
);

describeGateway(
  'an address that asks too often',
  (gateway) => {
    it('is told to wait', async () => {
      const statuses: number[] = [];
      for (let call = 0; call < 4; call += 1) statuses.push((await gateway().call('GET', INDEX)).status);
      expect(statuses).toContain(429);
    });
  },
  { SERVICE_PUBLIC_SKILLS_TENANT: 'dev', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '2' },
);
