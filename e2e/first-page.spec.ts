import { expect, expectAccessible, expectNoSidewaysScroll, test as it } from './support/fixtures.ts';

const WIDTHS = [390, 768, 1440];
const THEMES = ['light', 'dark'] as const;

it('shows the tenant of dev mode and what it has', async ({ page, gateway }) => {
  const skill = {
    name: 'refund-orders',
    description: 'Refund an order',
    bullets: [{ content: 'Check the captured amount first' }],
  };
  const created = await page.request.post(`${gateway.url}/v1/skills`, { data: skill });
  expect(created.status()).toBe(200);
  await page.request.post(`${gateway.url}/v1/episodes`, {
    data: { task: 'Refund order 1001', outcome: 'failure' },
  });

  await page.goto(gateway.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Tenant dev');
  await expect(page.getByRole('term').filter({ hasText: 'Episodes recorded' }).locator('+ dd')).toHaveText(
    '1',
  );
  await expect(page.getByRole('term').filter({ hasText: 'Skills served' }).locator('+ dd')).toHaveText('1');
});

it('leads to the API documentation, which works under its strict policy', async ({ page, gateway }) => {
  await page.goto(gateway.url);
  await page.getByRole('link', { name: 'API documentation' }).click();
  await expect(page.getByRole('heading', { name: /Whetstone/ })).toBeVisible();
  await expect(page.getByText('/v1/recall', { exact: true })).toBeVisible();
});

it('sends a policy with a nonce and no way around it', async ({ request, gateway }) => {
  const [first, second] = [await request.get(gateway.url), await request.get(gateway.url)];
  const policy = first.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(second.headers()['content-security-policy']).not.toBe(policy);
  expect(first.headers()['x-request-id']).toMatch(/^req_/);
});

for (const colorScheme of THEMES) {
  for (const width of WIDTHS) {
    it(`is accessible and fits at ${width} px in the ${colorScheme} theme`, async ({ page, gateway }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(gateway.url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.screenshot({
        path: `e2e/screenshots/first-page-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    });
  }
}
