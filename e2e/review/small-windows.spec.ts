/** How much of a small window is left for what is reviewed. */
import type { Locator } from '@playwright/test';
import { expect, saveScreenshot } from '../support/fixtures.ts';
import { openReview, queueRows, signIn, testOn } from '../support/tenants.ts';

const it = testOn('sqlite');
const PHONE = { width: 390, height: 844 };
/** A window of 1440 by 900 at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** How many of `rows` can be seen whole in a window of that height. */
async function wholeRows(rows: Locator, height: number): Promise<number> {
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= height).length;
}

it('shows at least four rows of the queue at a zoom of 200 %', async ({ page, tenant, seeded: _seeded }) => {
  await page.setViewportSize(ZOOMED);
  await openReview(page, tenant);
  await expect(queueRows(page)).toHaveCount(10);
  await saveScreenshot(page, 'review-zoomed');
  expect(await wholeRows(queueRows(page), ZOOMED.height)).toBeGreaterThanOrEqual(4);
});

it('has one row for bar and navigation on a phone, and none while deciding', async ({
  page,
  tenant,
  seeded,
}) => {
  await page.setViewportSize(PHONE);
  await openReview(page, tenant);
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(48);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  expect(await wholeRows(queueRows(page), PHONE.height)).toBeGreaterThanOrEqual(6);
  await bar.getByRole('button', { name: 'All pages, 10 changesets to review' }).click();
  const pages = page.getByRole('navigation', { name: 'All pages' });
  await pages.getByRole('link', { name: 'Skills' }).click();
  await expect(page).toHaveURL(/\/skills$/);
  await expect(pages).toBeHidden();

  await signIn(page, tenant.url, tenant.key);
  await page.goto(`${tenant.url}/changesets/${seeded.add}`);
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect(decision).toBeInViewport();
  // It goes with the page, and leaves the window to what is decided.
  await expect(bar).toHaveCSS('position', 'static');
  const box = await decision.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(PHONE.height - 1);
});
