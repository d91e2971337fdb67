import type { Page } from '@playwright/test';
import { PAYLOADS, type SeededSkills, seedSkills } from '../../lab/seeds/skills.ts';
import { expect, expectAccessible, expectGoodViews, followTo } from '../support/fixtures.ts';
import { freshTenant, signIn, testOn } from '../support/tenants.ts';

const AGENT = 'skills-pages';

interface Seeded {
  key: string;
  skills: SeededSkills;
}

/** By the address of their gateway. */
const seededIn = new Map<string, Seeded>();

const it = testOn('sqlite').extend<{ library: SeededSkills }>({
  library: [
    async ({ page, gateway }, use) => {
      let seeded = seededIn.get(gateway.url);
      if (seeded === undefined) {
        const tenant = await freshTenant(page, gateway);
        seeded = { key: tenant.key, skills: await seedSkills({ ...tenant, agentId: AGENT }) };
        seededIn.set(gateway.url, seeded);
      }
      await signIn(page, gateway.url, seeded.key);
      await use(seeded.skills);
    },
    { auto: true },
  ],
});

const main = (page: Page) => page.getByRole('main');
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Skills' }).getByRole('row').filter({ hasText: name });

it('lists skills with how well they do and what waits on them', async ({ page, gateway, library }) => {
  await page.goto(`${gateway.url}/skills?agent=${AGENT}`);
  await expect(rowOf(page, 'refund-order')).toContainText(['hides shared']);
  await expect(rowOf(page, 'refund-order').getByRole('img', { name: /90 % between/ })).toBeVisible();
  await expect(rowOf(page, 'kubernetes-rollout').getByRole('link', { name: 'canary' })).toHaveAttribute(
    'href',
    /\/canaries\/ex_/,
  );
  await expect(rowOf(page, 'kubernetes-rollout')).toContainText('2 changes');
  await expect(rowOf(page, 'address-change')).toContainText('pinned');
  await expectGoodViews(page, 'skills-list');
  await rowOf(page, 'kubernetes-rollout').getByRole('link', { name: 'kubernetes-rollout' }).click();
  await expect(page).toHaveURL(`${gateway.url}/skills/${library.rollout}?agent=${AGENT}`);
});

it('filters the list by text, status, tag and pin, all in the address', async ({
  page,
  gateway,
  library,
}) => {
  expect(library.refunds).toMatch(/^sk_/);
  await page.goto(`${gateway.url}/skills?agent=${AGENT}`);
  const rows = page.getByRole('table', { name: 'Skills' }).getByRole('rowheader').or(rowOf(page, '-'));
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('/');
  await page.keyboard.type('kubern');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/text=kubern/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByLabel('Tag').fill('refunds');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Tag').fill('');
  await page.getByRole('checkbox', { name: 'Pinned' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rowOf(page, 'address-change')).toBeVisible();
  await page.getByLabel('Status').selectOption('archived');
  await expect(main(page)).toContainText('No skills match');
  await expectAccessible(page);
  await page.goBack();
  await expect(rowOf(page, 'address-change')).toBeVisible();
});

it('shows what to do where there is no skill yet', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/skills?agent=nobody-yet`);
  await expect(main(page)).toContainText('No skills yet');
});

it('says what failed, and tries again', async ({ page, gateway, library }) => {
  expect(library.refunds).toMatch(/^sk_/);
  const fault = { kind: 'internal', detail: 'internal error', requestId: 'req_1', problems: null };
  const failing = /\/api\/trpc\/.*skills\.list/;
  await page.route(failing, async (route) => {
    const { pathname } = new URL(route.request().url());
    const calls = pathname.split('/').at(-1)?.split(',') ?? [];
    await route.fulfill({ json: calls.map(() => ({ error: { message: 'x', code: -32603, data: fault } })) });
  });
  await page.goto(`${gateway.url}/canaries`);
  await followTo(page, `/skills?agent=${AGENT}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load the skills' })).toContainText(
    'req_1',
  );
  await page.unroute(failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'refund-order')).toBeVisible();
});

it('shows the rules by section with their evidence, and removed ones when asked', async ({
  page,
  gateway,
  library,
}) => {
  await page.goto(`${gateway.url}/skills/${library.refunds}`);
  await expect(page.getByRole('heading', { level: 1, name: 'refund-order' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Steps', 'Pitfalls', 'Verification']);
  const first = page.getByRole('listitem').filter({ hasText: 'captured amount before anything' });
  await expect(first).toContainText('helpful 14 · harmful 1');
  await expect(first).toContainText('followed 18 of 20');
  await expect(main(page).getByRole('listitem').filter({ hasText: 'followed 1 of 20' })).toContainText(
    'needs rewording',
  );
  await expect(main(page)).toContainText('harms more than it helps');
  await expectGoodViews(page, 'skill-rules');
  await page.getByLabel('Order of the rules').selectOption('harmful');
  await expect(page.locator('main ol > li').first()).toContainText('less what was refunded before');
  await expect(page).toHaveURL(/sort=harmful/);
  await expect(page.getByText('Refund the full amount')).toBeHidden();
  await page.getByRole('switch', { name: 'Show 1 removed rule' }).click();
  await expect(page.getByText('Refund the full amount')).toBeVisible();
});

it('keeps markup in rules what it is: text', async ({ page, gateway, library }) => {
  await page.goto(`${gateway.url}/skills/${library.payloads}`);
  for (const payload of PAYLOADS)
    await expect(page.getByText(payload, { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page.locator('pre')).toContainText('evil.example');
  expect(await page.evaluate(() => 'owned' in window)).toBe(false);
  await expect(main(page).locator('img, script')).toHaveCount(0);
  await expect(main(page).locator('a[href^="javascript:"]')).toHaveCount(0);
});

it('compares any two versions, by address, by picking and by keys', async ({ page, gateway, library }) => {
  await page.goto(`${gateway.url}/skills/${library.refunds}?tab=versions&from=1&to=2`);
  await expect(main(page)).toContainText('2 rules added, 1 rule removed');
  await expect(page.locator('ins').filter({ hasText: 'less what was refunded before' })).toBeVisible();
  await expect(page.locator('del').filter({ hasText: 'Refund the full amount' })).toBeVisible();
  await expectGoodViews(page, 'skill-versions');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/from=2&to=3/);
  await expect(main(page)).toContainText('Another description, other tags');
  await page.getByLabel('From version').selectOption('1');
  await expect(page).toHaveURL(/from=1&to=3/);
});

it('shows how each version did, in a sentence, a drawing and a table', async ({ page, gateway, library }) => {
  await page.goto(`${gateway.url}/skills/${library.refunds}?tab=performance`);
  await expect(main(page)).toContainText(/v2 succeeded in .* of runs/);
  await expect(main(page).getByRole('img', { name: /90 % between/ })).toHaveCount(3);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row').filter({ hasText: 'v1' })).toBeVisible();
  await expectGoodViews(page, 'skill-performance');
});

it('lists the changesets of a skill, and hands out its SKILL.md', async ({
  page,
  context,
  gateway,
  library,
}) => {
  await page.goto(`${gateway.url}/skills/${library.refunds}?tab=changesets`);
  await expect(page.getByRole('table', { name: 'Changesets of the skill' }).getByRole('row')).toHaveCount(5);
  await expectGoodViews(page, 'skill-changesets');
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page.locator('pre')).toContainText('name: refund-order');
  await expectGoodViews(page, 'skill-document');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('name: refund-order');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('SKILL.md');
});

it('rolls back after it has said what that does', async ({ page, gateway, library }) => {
  await page.goto(`${gateway.url}/skills/${library.rollout}`);
  await expect(main(page)).toContainText('A canary is running');
  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back kubernetes-rollout' });
  await expect(dialog).toContainText('Creates v3 with the rules of v1');
  await expect(dialog).toContainText('The running canary is stopped and its changeset rejected');
  await expect(dialog).toContainText('1 queued changeset becomes failed');
  await expect(dialog.locator('ins')).toContainText(['Wait for the rollout']);
  await expectGoodViews(page, 'skill-rollback');
  await dialog.getByRole('button', { name: 'Create v3 from v1' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('kubernetes-rollout is v3 now').first()).toBeVisible();
  await expect(main(page)).not.toContainText('A canary is running');
  await page.getByRole('link', { name: /^Changesets/ }).click();
  const changes = page.getByRole('table', { name: 'Changesets of the skill' });
  await expect(changes.getByText('rejected', { exact: true })).toBeVisible();
  await expect(changes.getByText('failed', { exact: true })).toBeVisible();
});

it('pins, deprecates and restores a skill, and says why it cannot evolve', async ({
  page,
  gateway,
  library,
}) => {
  await page.goto(`${gateway.url}/skills/${library.payloads}`);
  const pin = page.getByRole('switch', { name: 'Pinned' });
  await expect(main(page)).toContainText(
    'Exempt from becoming stale or archived. Its content can still change.',
  );
  await pin.focus();
  // The toast has the same word as the switch, so that only the reply says that it is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Space');
  await stored;
  await expect(page.getByText('Pinned', { exact: true }).last()).toBeVisible();
  await page.reload();
  await expect(pin).toBeChecked();
  await expect(page.getByRole('button', { name: 'Evolve' })).toBeDisabled();
  await expect(main(page)).toContainText('Not now: no learning model is configured.');
  await page.getByRole('button', { name: 'Deprecate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deprecate' }).click();
  await expect(main(page).getByText('deprecated', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(main(page).getByText('active', { exact: true })).toBeVisible();
});

it('tells nothing of a skill that is not there', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/skills`);
  const fault = { kind: 'not_found', detail: 'skill not found', requestId: null, problems: null };
  // The browser logs a 404 as an error of its own, so the answer comes as a batch would.
  await page.route(/skills\.detail/, async (route) => {
    const calls = new URL(route.request().url()).pathname.split(',');
    await route.fulfill({ json: calls.map(() => ({ error: { message: 'x', code: -32004, data: fault } })) });
  });
  await page.goto(`${gateway.url}/skills/sk_unknown`);
  await expect(page.getByRole('heading', { level: 1, name: 'Skill not found' })).toBeVisible();
  await expectAccessible(page);
});
