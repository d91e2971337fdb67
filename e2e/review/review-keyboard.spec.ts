import type { Page } from '@playwright/test';
import { call, KINDS } from '../../lab/seeds/changesets.ts';
import { expect, saveScreenshot } from '../support/fixtures.ts';
import {
  changesetHeading,
  createKey,
  DIALECTS,
  openReview,
  queueRow,
  queueRows,
  signIn,
  testOn,
  withoutNews,
} from '../support/tenants.ts';

/** Approves what is shown, by keys: at once, or where the button asks for it by Enter twice. */
async function approve(page: Page): Promise<void> {
  if (await isStale(page)) return await reject(page, 'Stale by now');
  const held = page.getByRole('button', { name: /hold/ });
  const dangerous = await held.isVisible();
  await page.keyboard.press('a');
  // Changes that had not been on the screen are shown first.
  const bar = page.getByRole('region', { name: 'Decision' });
  if (await bar.getByText(/Press A again to approve/).isVisible()) await page.keyboard.press('a');
  if (!dangerous) return;
  await expect(held).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter again', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Whether a decision on its skill made what is shown stale: then its button proposes it again. */
async function isStale(page: Page): Promise<boolean> {
  const row = page.locator('li[data-changeset]:has(a[aria-current=true])');
  if (!/ is now v|skill moved/.test((await row.textContent()) ?? '')) return false;
  await expect(page.getByRole('button', { name: /^Re-propose on v/ })).toBeVisible();
  return true;
}

async function reject(page: Page, why: string): Promise<void> {
  await page.keyboard.press('r');
  await expect(page.getByRole('form', { name: 'Reject' })).toBeFocused();
  await page.keyboard.type(why);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** Until the page shows the list as it is after a decision, which may have made another change stale. */
async function queueRead(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('changesets.queue'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Until the verdict stands. Where the decision before it has changed what approving would do, the server
 * refuses what was promised: then the reviewer reads the notice and decides again.
 */
async function expectDecided(page: Page, id: string): Promise<void> {
  const notice = page
    .getByRole('alert')
    .filter({ hasText: /changed since this page loaded|went stale while|Not decided/ });
  const verdict = queueRow(page, id);
  const status = async () => {
    if (/Applied|Rejected|Queued|Failed|Canary/.test((await verdict.textContent()) ?? '')) return 'decided';
    if (!(await notice.isVisible()) || (await shownId(page)) !== id) return 'waiting';
    await notice.getByRole('button', { name: 'Understood' }).press('Enter');
    await approve(page);
    return 'decided again';
  };
  await expect.poll(status).toBe('decided');
}

const shownId = (page: Page) =>
  page.locator('li[data-changeset]:has(a[aria-current=true])').getAttribute('data-changeset');

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it(`decides ten changesets without a mouse (${dialect})`, async ({ page, errors, tenant, seeded }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openReview(page, tenant);
    await expect(changesetHeading(page)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('c');
    await page.keyboard.type('Looked at the runs.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('form', { name: 'Comment' })).toBeHidden();
    const skipped = await shownId(page);
    await page.keyboard.press('s');
    await expect(queueRow(page, skipped ?? '')).toContainText('skipped');
    const order: string[] = [];
    for (let decided = 0; decided < KINDS.length; decided += 1) {
      await expect(changesetHeading(page)).toBeFocused();
      const id = (await shownId(page)) ?? '';
      expect(order).not.toContain(id);
      order.push(id);
      const read = queueRead(page);
      if (decided % 4 === 2) await reject(page, `Not worth it, the ${decided}th`);
      else await approve(page);
      await expectDecided(page, id);
      await read;
    }
    // A promise that no longer held was refused.
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
    errors.length = 0;
    expect(order.at(-1)).toBe(skipped);
    await expect(page.getByRole('region', { name: 'Decision' })).toContainText(/by you/);
    await expect(page.getByText(/11 of 11 decided today/)).toBeVisible();
    const pending = await call<unknown[]>(tenant, 'GET', '/v1/changesets');
    expect(pending).toEqual([]);
    const rejected = await call<{ rejection_reason: string }>(tenant, 'GET', `/v1/changesets/${order[2]}`);
    expect(rejected.rejection_reason).toBe('Not worth it, the 2th');
    expect([...order].sort()).toEqual(KINDS.map((kind) => seeded[kind]).sort());
    await page.keyboard.press('j');
    await expect.poll(() => shownId(page)).not.toBe(skipped);
    if (dialect === 'sqlite') await saveScreenshot(page, 'review-done-1440-light');
  });

  it(`lets one of two reviewers win and tells the other who did and when (${dialect})`, async ({
    page,
    gateway,
    browser,
    errors,
    tenant,
    seeded,
  }) => {
    const address = `${gateway.url}/review?id=${seeded.update}`;
    const key = await createKey(page, gateway.url, { tenant: tenant.tenant, scopes: ['review'] });
    const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.setViewportSize({ width: 1440, height: 900 });
    // Nobody tells the second reviewer: the decisions meet at the server.
    await withoutNews(page);
    await signIn(page, gateway.url, tenant.key);
    await signIn(other, gateway.url, key);
    await page.goto(address);
    await other.goto(address);
    const bar = page.getByRole('region', { name: 'Decision' });
    await expect(bar.getByRole('button', { name: /Apply as v2/ })).toBeVisible();
    await other.getByRole('button', { name: /Apply as v2/ }).click();
    await expect(queueRow(other, seeded.update)).toContainText('Applied as v2');
    await page.keyboard.press('a');
    await expect(bar).toContainText('Already applied by e2e review');
    await expect(bar.locator('time')).toBeVisible();
    await expect(bar).toContainText('“Apply as v2” had no effect');
    await expect(queueRow(page, seeded.update)).toContainText(/Applied by somebody else/);
    if (dialect === 'sqlite') await saveScreenshot(page, 'review-second-1440-light');
    await page.keyboard.press('j');
    await expect.poll(() => shownId(page)).not.toBe(seeded.update);
    await expect(queueRows(other)).toHaveCount(10);
    // The refusal itself.
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
    errors.length = 0;
    await other.close();
  });
}

const it = testOn('sqlite');

it('decides what the key before it opened, however fast they come', async ({ page, tenant, seeded }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant);
  await expect(queueRows(page)).toHaveCount(KINDS.length);
  const order = await queueRows(page).evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('data-changeset') ?? ''),
  );
  const wanted = [seeded.update, seeded.add].find((id) => order.indexOf(id) > 0) ?? '';
  const before = order[order.indexOf(wanted) - 1] ?? '';
  // Both have been looked at, so that nothing is left to be loaded.
  await queueRow(page, wanted).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /Apply as v/ })).toBeVisible();
  await page.keyboard.press('k');
  await expect.poll(() => shownId(page)).toBe(before);
  await expect(changesetHeading(page)).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(queueRow(page, wanted)).toContainText('Applied');
  const left = await call<{ status: string }>(tenant, 'GET', `/v1/changesets/${before}`);
  expect(left.status).toBe('pending');
});
