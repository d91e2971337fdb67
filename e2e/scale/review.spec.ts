/**
 * Figures, not verdicts: how long a reviewer of 10,000 changesets waits for the next one, and what the first
 * load weighs.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { largeTenant, print, seedScale } from '../support/large-tenant.ts';
import { changesetHeading, DIALECTS, openReview, queueRows, testOn } from '../support/world.ts';

const DECISIONS = 10;

/**
 * Milliseconds from a key until the heading of another changeset has been painted, as the page itself sees
 * it.
 */
async function untilNext(page: Page, key: string): Promise<number> {
  const shown = await page.evaluateHandle(() => {
    const id = () =>
      document.querySelector('li[data-changeset]:has(a[aria-current=true])')?.getAttribute('data-changeset');
    const before = id();
    const next = new Promise<number>((resolve) => {
      const began = (event: KeyboardEvent) => {
        const look = () => {
          const there = document.activeElement?.hasAttribute('data-changeset-heading') && id() !== before;
          if (there) resolve(performance.now() - event.timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener('keydown', began, { once: true, capture: true });
    });
    // In an object: a promise itself would be waited for before the key is pressed.
    return { next };
  });
  await page.keyboard.press(key);
  return await shown.evaluate(({ next }) => next);
}

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it(`measures the way from decision to decision in a large tenant (${dialect})`, async ({
    page,
    gateway,
  }) => {
    const tenant = await largeTenant(page, gateway);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openReview(page, tenant);
    await page.goto(`${gateway.url}/review?order=age&risk=low`);
    await expect(changesetHeading(page)).toBeVisible();
    const waits: number[] = [];
    for (let at = 0; at < DECISIONS; at += 1) waits.push(await untilNext(page, 'a'));
    const sorted = [...waits].sort((a, b) => a - b).map(Math.round);
    print(`review ${dialect} next changeset after a decision: ${sorted.join(' ')} ms`);
    expect(waits).toHaveLength(DECISIONS);
  });
}

testOn('sqlite')('weighs the first load of the review page', async ({ page, gateway, tenant }) => {
  await seedScale(tenant, { library: { skills: 5, changesets: 10 } });
  await openReview(page, tenant);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  const weigh = async () => {
    const sizes = await Promise.all(
      [...scripts].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
    );
    return `${sizes.length} scripts, ${Math.round(sizes.reduce((sum, one) => sum + one, 0) / 1000)} kB compressed`;
  };
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`${gateway.url}/review`);
  await expect(queueRows(page).first()).toBeVisible();
  print(`review first load, the list: ${await weigh()}`);
  scripts.clear();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gateway.url}/review`);
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible();
  print(`review first load, list and changeset: ${await weigh()}`);
  expect(scripts.size).toBeGreaterThan(0);
});
