import { afterAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../platform/config/config.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { admit } from './index.ts';

const OTHER = 'https://elsewhere.example';
const KEY = 'bootstrap-0123456789abcdef';

function request(headers: Record<string, string>): GatewayRequest {
  return {
    ...{ method: 'POST', target: '/v1/episodes', clientAddress: '127.0.0.1' },
    header: (name) => headers[name],
    body: () => Promise.resolve(Buffer.from('{}')),
    signal: new AbortController().signal,
  };
}

describe('a page of another site', () => {
  const opened: TestRuntime[] = [];
  const open = async (settings: Environment) => {
    const runtime = await openTestRuntime('sqlite', settings);
    opened.push(runtime);
    return runtime;
  };
  afterAll(async () => {
    for (const runtime of opened) await runtime.dispose();
  });
  const host = '127.0.0.1:8080';
  const refused = { kind: 'forbidden' };

  it('does not act through the browser of a developer whose gateway asks for no credential', async () => {
    const runtime = await open({});
    for (const origin of [OTHER, 'null', 'http://127.0.0.1:9999', 'not an address'])
      for (const type of [{}, { 'content-type': 'text/plain' }])
        await expect(admit(runtime, request({ host, origin, ...type }))).rejects.toMatchObject(refused);
  });

  it('is let in where it may call or the browser has asked, as are our own pages and whatever is no browser', async () => {
    const runtime = await open({ SERVICE_CORS_ORIGINS: JSON.stringify([OTHER]) });
    const asked = { origin: 'https://third.example', 'content-type': 'application/json' };
    for (const sent of [{ origin: OTHER }, { origin: `http://${host}` }, asked, {}])
      expect(await admit(runtime, request({ host, ...sent }))).toMatchObject({ tenant: 'dev' });
  });

  it('needs its credential elsewhere, which no other site knows', async () => {
    const runtime = await open({ SERVICE_BOOTSTRAP_ADMIN_KEY: KEY });
    const sent = { host, origin: OTHER, authorization: `Bearer ${KEY}`, 'x-tenant-id': 'acme' };
    expect(await admit(runtime, request(sent))).toMatchObject({ tenant: 'acme' });
  });
});
