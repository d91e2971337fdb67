/** How much script the review page loads before anybody does anything. */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { changesetHeading, openReview, queueRow, queueRows, testOn } from '../support/tenants.ts';

/** The list with a changeset beside it; the list alone. In bytes, each script compressed by itself. */
const MOST = { changeset: 246_000, list: 214_000 };

/** Loads a page from the start and sums up its scripts once it asks for nothing more. */
async function scriptsOf(page: Page, url: string, ready: () => Promise<void>): Promise<number> {
  const scripts = new Set<string>();
  const note = (request: { resourceType: () => string; url: () => string }) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  };
  await page.goto('about:blank');
  page.on('request', note);
  await page.goto(url);
  await ready();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  const sizes = await Promise.all(
    [...scripts].map(async (script) => gzipSync(await (await page.request.get(script)).body()).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

testOn('sqlite')(
  'the review page loads no more script than its first view needs',
  async ({ page, gateway, tenant, seeded }) => {
    await openReview(page, tenant);
    await page.setViewportSize({ width: 1024, height: 900 });
    // The server knows the width of the window from a cookie that the page before has set.
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('wide%3Dno');
    const list = await scriptsOf(page, `${gateway.url}/review`, () =>
      expect(queueRows(page).first()).toBeVisible(),
    );
    expect(list).toBeLessThanOrEqual(MOST.list);
    await page.setViewportSize({ width: 1440, height: 900 });
    const beside = await scriptsOf(page, `${gateway.url}/review?id=${seeded.add}`, async () => {
      await expect(changesetHeading(page)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible();
    });
    expect(beside).toBeLessThanOrEqual(MOST.changeset);
    await expect(queueRow(page, seeded.add)).toBeVisible();
  },
);
