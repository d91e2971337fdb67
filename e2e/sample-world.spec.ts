/** The sample world: from a tenant without anything, through one press, to a decision in it, and out again. */
import type { Page } from '@playwright/test';
import { expect, expectGoodViews, saveScreenshot, untilInteractive } from './support/fixtures.ts';
import {
  changesetHeading,
  forgetSession,
  openReview,
  queueRows,
  signInAsOperator,
  testOn,
} from './support/tenants.ts';

/** The machine may have much else to do. */
const LOADED = { timeout: 60_000 };

const banner = (page: Page) => page.getByRole('region', { name: 'Sample world' });
const topBar = (page: Page) => page.getByRole('banner');
const openButton = (page: Page) => page.getByRole('button', { name: 'Open the sample world' });

/** After a press that leads into another tenant: its page is shown, and can be used. */
async function expectTenant(page: Page, name: string): Promise<void> {
  await expect(topBar(page)).toContainText(`Tenant ${name}`);
  await untilInteractive(page);
}

const it = testOn('sqlite');

it('opens with one press, takes a decision, and goes with another', async ({ page, gateway, tenant }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsOperator(page, gateway.url, tenant.tenant);
  await page.goto(`${gateway.url}/review`);
  await expect(openButton(page)).toBeVisible();
  await expectGoodViews(page, 'sample-first-run');
  await openButton(page).click();
  await expect(banner(page)).toBeVisible(LOADED);
  await expectTenant(page, 'sample');
  await expect(queueRows(page)).toHaveCount(4);
  await expectGoodViews(page, 'sample-review');

  await page.setViewportSize({ width: 1440, height: 900 });
  const row = queueRows(page).filter({ hasText: 'unlock_order' });
  await row.click();
  await expect(changesetHeading(page)).toContainText('unlock_order');
  await page.keyboard.press('a');
  const told = page.getByRole('region', { name: 'Decided last' });
  await expect(told).toContainText('refund-orders');
  await saveScreenshot(page, 'sample-decided');

  for (const [path, shows] of [
    ['/canaries', 'export-invoices'],
    ['/memories', 'a short table'],
    ['/insights', 'support'],
    ['/episodes', 'order'],
    ['/skills', 'refund-orders'],
  ] as const) {
    await page.goto(`${gateway.url}${path}`);
    await expect(page.getByRole('main')).toContainText(shows);
    await expect(banner(page)).toBeVisible();
    await expectGoodViews(page, `sample${path.replace('/', '-')}`);
  }

  await banner(page).getByRole('button', { name: 'Leave' }).click();
  await expectTenant(page, tenant.tenant);
  await expect(banner(page)).toBeHidden();
  await openButton(page).click();
  await expectTenant(page, 'sample');
  await expect(queueRows(page)).toHaveCount(3);

  await banner(page).getByRole('button', { name: 'Remove' }).click();
  await expect(topBar(page)).toContainText(`Tenant ${tenant.tenant}`);
  await expect(openButton(page)).toBeVisible();
  await page.goto(`${gateway.url}/settings/audit`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Removed the sample data' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Loaded the sample data' })).toHaveCount(1);
});

it('is opened by the operator, and by no key of a tenant', async ({ page, gateway, tenant }) => {
  await openReview(page, tenant);
  await expect(page.getByText('Only the operator can open it')).toBeVisible();
  await expect(openButton(page)).toHaveCount(0);
  await expectGoodViews(page, 'sample-key');
  await forgetSession(page);
  await signInAsOperator(page, gateway.url, tenant.tenant);
  await page.goto(`${gateway.url}/review`);
  await openButton(page).click();
  await expect(banner(page)).toBeVisible(LOADED);
  await expectTenant(page, 'sample');

  // Another tab that was opened before shows the tenant that it was opened in, and acts in no other.
  const other = await page.context().newPage();
  await other.goto(`${gateway.url}/skills/new`);
  await expectTenant(other, 'sample');
  await banner(page).getByRole('button', { name: 'Leave' }).click();
  await expectTenant(page, tenant.tenant);
  await other.getByRole('link', { name: 'Memories' }).first().click();
  await expect(other.getByText('you have switched to another tenant').first()).toBeVisible();
  await other.close();

  await forgetSession(page);
  await page
    .context()
    .addCookies([{ name: 'whetstone.world', value: 'sample', url: gateway.url, httpOnly: true }]);
  await openReview(page, tenant);
  await expect(topBar(page)).toContainText(`Tenant ${tenant.tenant}`);
  await expect(banner(page)).toBeHidden();
});
