/** What the command says of its own settings and of the gateway that it finds. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { runNode } from '../../testing/agent-process.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let gateway: TestGateway | undefined;

beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0.5' });
});

afterAll(async () => {
  await gateway?.close();
});

async function whetstone(args: string[], env: Record<string, string> = {}) {
  const { code, stdout } = await runNode([MAIN, ...args], {
    env: { WHETSTONE_URL: gateway?.url ?? '', ...env },
  });
  return { code, out: JSON.parse(stdout), stdout };
}

describe('whetstone config', () => {
  it('prints the settings in force and masks the key', async () => {
    const args = ['config', '--agent', 'helpdesk', '--tenant', 'acme', '--timeout', '500'];
    const { code, out, stdout } = await whetstone(args, { WHETSTONE_API_KEY: 'service_0123456789' });
    expect(code).toBe(0);
    expect(out).toEqual({
      ...{ url: gateway?.url, api_key: '********', agent: 'helpdesk' },
      ...{ user: null, tenant: 'acme', timeout_ms: 500 },
    });
    expect(stdout).not.toContain('0123456789');
  });

  it('works where no gateway is named', async () => {
    const { code, out } = await whetstone(['config', '--url', 'nowhere']);
    expect(code).toBe(0);
    expect(out).toMatchObject({ url: null, api_key: null, agent: 'default', timeout_ms: 30_000 });
  });
});
