/** Figures, not verdicts: how long a reviewer of 10,000 changesets waits for the next one. */
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { largeTenant, MEASURED, print } from '../support/large-tenant.ts';
import { changesetHeading, openReview, testOn } from '../support/tenants.ts';

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

for (const dialect of MEASURED) {
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
