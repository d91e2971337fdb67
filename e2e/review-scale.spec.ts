/** Figures, not verdicts: how long a reviewer waits in a tenant of 10,000 changesets, and what the first load weighs. */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { launch } from '../server/testing/gateway-process.ts';
import { expect } from './support/fixtures.ts';
import { DIALECTS, freshTenant, headingOf, openReview, rowsOf, testOn } from './support/review-world.ts';
import type { Target } from './support/seed-changesets.ts';

const SCALE = { skills: 5000, changesets: 10_000 };
const DECISIONS = 10;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Milliseconds from a key until the heading of another changeset has been painted, as the page itself sees it. */
async function untilNext(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const id = () =>
      document.querySelector('li[data-changeset]:has(a[aria-current=true])')?.getAttribute('data-changeset');
    const before = id();
    const page = window as unknown as { shown?: Promise<number> };
    page.shown = new Promise((resolve) => {
      document.addEventListener(
        'keydown',
        (event) => {
          const look = () => {
            const there = document.activeElement?.hasAttribute('data-changeset-heading') && id() !== before;
            if (there) resolve(performance.now() - event.timeStamp);
            else requestAnimationFrame(look);
          };
          look();
        },
        { once: true, capture: true },
      );
    });
  });
  await page.keyboard.press(key);
  return await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
}

async function seedScale(target: Target, size: typeof SCALE): Promise<void> {
  const { ended } = launch('e2e/support/seed-scale.ts', {
    SERVICE_ENV: 'dev',
    SERVICE_DATABASE_URL: target.databaseUrl,
    SCALE: JSON.stringify({ tenant: target.tenant, ...size }),
  });
  expect(await ended).toMatchObject({ code: 0 });
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return Math.round(performance.now() - start);
}

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it(`measures the queue of a large tenant (${dialect})`, async ({ page, gateway, database }) => {
    it.setTimeout(180_000);
    const tenant = await freshTenant(page, { gateway, database });
    await seedScale(tenant, SCALE);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openReview(page, tenant);
    const shown = async (path: string) => {
      await page.goto(`${gateway.url}/review${path}`);
      await expect(rowsOf(page).first()).toBeVisible();
    };
    const paths = [
      '',
      '?order=skill',
      '?order=eval',
      '?risk=high',
      '?text=number+4243',
      '?tab=decided',
      '?tab=all',
    ];
    for (const path of paths) {
      print(
        `review ${dialect} /review${path}: ${await timed(() => shown(path))} ms to rows (whole page load)`,
      );
    }
    await shown('?order=age&risk=low');
    await expect(headingOf(page)).toBeVisible();
    const waits: number[] = [];
    for (let at = 0; at < DECISIONS; at += 1) waits.push(await untilNext(page, 'a'));
    const sorted = [...waits].sort((a, b) => a - b).map(Math.round);
    print(`review ${dialect} next changeset after a decision: ${sorted.join(' ')} ms`);
    expect(waits).toHaveLength(DECISIONS);
  });
}

testOn('sqlite')('weighs the first load of the review page', async ({ page, gateway, database }) => {
  const tenant = await freshTenant(page, { gateway, database });
  await seedScale(tenant, { skills: 5, changesets: 10 });
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
  await expect(rowsOf(page).first()).toBeVisible();
  print(`review first load, the list: ${await weigh()}`);
  scripts.clear();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gateway.url}/review`);
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible();
  print(`review first load, list and changeset: ${await weigh()}`);
  expect(scripts.size).toBeGreaterThan(0);
});
