/** From the link of a digest to the decision, on a phone: signed out, signed in, and with one thumb. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { forgetSession, testOn } from '../support/tenants.ts';

const it = testOn('sqlite');
const PHONE = { width: 390, height: 844 };
/** The least size of what a thumb can press. */
const TARGET = 44;
/** A thumb reaches the lower half of a phone that it holds. */
const REACH = PHONE.height / 2;

async function signInHere(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function expectReachable(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  const box = await button.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(TARGET);
  expect(box?.height).toBeGreaterThanOrEqual(TARGET);
  expect(box?.y).toBeGreaterThan(REACH);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
}

it('leads from the link of a digest through the sign-in to a decision', async ({ page, tenant, seeded }) => {
  await page.setViewportSize(PHONE);
  const address = `${tenant.url}/changesets/${seeded.add}`;
  await page.goto(address);
  await expect(page).toHaveURL(
    `${tenant.url}/sign-in?next=${encodeURIComponent(`/changesets/${seeded.add}`)}`,
  );
  await signInHere(page, tenant.key);
  await expect(page).toHaveURL(address);
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  const first = changes.getByRole('article').first();
  await expect(first).toBeInViewport();

  // Why, and what policy says, are read whole without unfolding them.
  for (const told of [/^Four runs failed with “refund exceeds/, /^hold, because /]) {
    const line = page.getByText(told).first();
    await expect(line).toBeVisible();
    const [width, room] = await line.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(width).toBeLessThanOrEqual(room ?? 0);
    expect((await line.boundingBox())?.width).toBeGreaterThan(PHONE.width / 2);
  }

  const bar = page.getByRole('region', { name: 'Decision' });
  const reject = bar.getByRole('button', { name: 'Reject' });
  await expectReachable(reject);
  for (const button of await bar.getByRole('button').all()) await expectReachable(button);
  await expectGoodViews(page, 'one-hand-decision');

  // With a session the same link opens the decision at once.
  await page.goto(address);
  await expect(page).toHaveURL(address);
  await expect(changes).toBeVisible();
  await reject.click();
  await bar.getByRole('textbox').fill('We never do that');
  await bar.getByRole('button', { name: 'Reject' }).click();
  await expect(
    page
      .getByText(/rejected/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

it('goes on to no other site after signing in', async ({ page, tenant, errors }) => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/sign-in']) {
    await forgetSession(page);
    await page.goto(`${tenant.url}/sign-in?next=${encodeURIComponent(next)}`);
    await signInHere(page, tenant.key);
    await page.waitForURL(`${tenant.url}/review**`);
    await expect(page.getByRole('banner')).toContainText(`Tenant ${tenant.tenant}`);
  }
  // What the page asked when its session had ended.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  errors.length = 0;
});
