/** When the pages of the dashboard are prepared, and what is shown until they are. */
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { createDashboard, type Pages } from './dashboard.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const PAGES: Pages = {
  answer: (_message, response) => Promise.resolve(void response.end('a page')),
  close: () => Promise.resolve(),
};

describe('the pages of the dashboard', () => {
  const load = vi.fn<() => Promise<Pages>>();
  let gateway: TestGateway;

  beforeEach(async () => {
    load.mockReset();
    // The dashboard needs the runtime that the gateway makes.
    const holder: { handle: ReturnType<typeof createDashboard>['handle'] } = {
      handle: () => Promise.resolve(),
    };
    gateway = await openTestGateway('sqlite', {}, (message, response) => holder.handle(message, response));
    holder.handle = createDashboard(gateway.runtime, createServer(), load).handle;
  });
  afterEach(() => gateway.close());

  it('are loaded once, when one is first asked for', async () => {
    load.mockResolvedValue(PAGES);
    expect((await gateway.call('GET', '/v1/skills')).status).toBe(200);
    expect((await gateway.call('GET', '/wp-login.php')).json).toEqual({ detail: 'not found' });
    expect((await gateway.call('GET', '/skills/a/b')).status).toBe(404);
    expect((await gateway.call('GET', '/api/trpc/session.me')).status).toBe(200);
    expect(load).not.toHaveBeenCalled();
    for (const path of ['/', '/review', '/skills/sk_1', '/icon.svg', '/_next/x']) {
      expect((await gateway.call('GET', path)).text).toBe('a page');
    }
    expect(load).toHaveBeenCalledOnce();
  });

  it('say that they are being prepared, and a browser asks again by itself', async () => {
    const { promise, resolve } = Promise.withResolvers<Pages>();
    load.mockReturnValue(promise);
    const [shown, told] = await Promise.all([
      gateway.call('GET', '/review', { headers: BROWSER }),
      gateway.call('GET', '/review'),
    ]);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(shown.text).toContain('<h1>Preparing the dashboard</h1>');
    expect(shown.text).toContain('0 s of about 30 s');
    expect(shown.text).toContain('<meta http-equiv="refresh" content="2">');
    expect([told.status, told.headers.get('retry-after')]).toEqual([503, '2']);
    expect(told.json).toEqual({ detail: 'preparing the dashboard, about 30 s; try again' });
    expect((await gateway.call('GET', '/v1/skills')).status).toBe(200);
    resolve(PAGES);
    expect((await gateway.call('GET', '/review', { headers: BROWSER })).text).toBe('a page');
  });
});
