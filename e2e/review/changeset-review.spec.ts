import type { Page } from '@playwright/test';
import { call } from '../../lab/seeds/changesets.ts';
import { PAYLOADS, seedErased, seedPayloads } from '../../lab/seeds/one-changeset.ts';
import { expect, expectGoodViews, followTo } from '../support/fixtures.ts';
import { DIALECTS, freshTenant, signIn, testOn, withoutNews } from '../support/tenants.ts';

const TIMEOUT_MS = 120_000;

const changes = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true });

async function open(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/changesets/${id}`);
  // The heading is there before the page's script is.
  await expect(changes(page)).toBeVisible();
}

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it.describe(`a reviewer of a changeset (${dialect})`, () => {
    it('is not taken at their word where somebody else amended it meanwhile, and is told what changed', async ({
      page,
      tenant,
      seeded,
      errors,
    }) => {
      // Nobody tells this page: the amendment and the click meet at the server.
      await withoutNews(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, tenant.url, tenant.key);
      await open(page, tenant.url, seeded.update);
      const bar = page.getByRole('region', { name: 'Decision' });
      await expect(bar.getByRole('button', { name: /Apply as v2/ })).toBeVisible();
      const path = `/v1/changesets/${seeded.update}`;
      const { ops } = await call<{ ops: object[] }>(tenant, 'GET', path);
      const content = 'Something that this reviewer has never read';
      await call(tenant, 'POST', `${path}/amend`, { ops: ops.map((op) => ({ ...op, content })) });
      await bar.getByRole('button', { name: /Apply as v2/ }).click();
      const notice = bar.getByRole('alert');
      await expect(notice).toContainText(
        'Not decided: things changed since this was shown: its operations were amended',
      );
      await expect(notice).toContainText(/The changes were amended by \S+/);
      await expect(changes(page)).toContainText(content);
      expect(await call(tenant, 'GET', path)).toMatchObject({ status: 'pending' });
      await notice.getByRole('button', { name: 'Understood' }).click();
      await bar.getByRole('button', { name: /Apply as v2/ }).click();
      await expect(bar).toContainText('Applied by you');
      // The refusal itself.
      expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
      errors.length = 0;
    });

    it('amends a proposal while it is scanned, sees the original beside it, and then approves', async ({
      page,
      tenant,
      seeded,
    }) => {
      it.setTimeout(TIMEOUT_MS);
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, tenant.url, tenant.key);
      await open(page, tenant.url, seeded.evolution);
      await page.keyboard.press('e');
      const form = page.getByRole('form', { name: 'Amend the changes' });
      const first = form.getByRole('group', { name: 'Change 1', exact: true });
      const wording = first.getByLabel('Wording');
      await wording.fill('List every open case, the password=Hunter2-Str0ng-Pa55 too');
      await expect(first.getByText('Looks like a secret: password assignment')).toBeVisible();
      await wording.fill('List every open case with its owner');
      await expect(first.getByText(/it changes nothing/)).toBeVisible();
      await expect(form.getByRole('button', { name: 'Save the amendment' })).toBeDisabled();
      await wording.fill('List every open case with its owner and its channel');
      await form.getByRole('group', { name: 'Change 2', exact: true }).getByLabel('Leave out').check();
      await expect(form.getByText('17 changes of 18 kept')).toBeVisible();
      if (dialect === 'sqlite') await expectGoodViews(page, 'changeset-amend');
      await page.setViewportSize({ width: 1440, height: 900 });
      await form.getByLabel('Why you amend it').fill('Shorter');
      await expect(form.getByRole('button', { name: 'Save the amendment' })).toBeEnabled();
      await page.keyboard.press('ControlOrMeta+Enter');
      const notice = page.getByRole('region', { name: 'Amendment' });
      await expect(notice).toContainText('1 reworded, 1 left out of 18 changes');
      await notice.getByRole('button', { name: 'Compare with the original' }).click();
      await expect(notice.locator('del').last()).toContainText('Name the next step');
      await expect(page.getByText('Shorter')).toBeVisible();
      await page
        .getByRole('region', { name: 'Decision' })
        .getByRole('button', { name: /Apply as v2/ })
        .focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Applied by you');
      const skill = await call<{ bullets: { content: string }[] }>(
        tenant,
        'GET',
        '/v1/skills/shift-handover?agent_id=support',
      );
      const served = skill.bullets.map(({ content }) => content);
      expect(served).toContain('List every open case with its owner and its channel');
      expect(served).toContain('Name the next step of each case');
    });

    it('reads the run behind a change, and that one of them was erased', async ({ page, tenant }) => {
      const id = await seedErased(tenant);
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, tenant.url, tenant.key);
      await open(page, tenant.url, id);
      await page.locator('summary').filter({ hasText: 'Why' }).click();
      await expect(page.getByText(/1 purged or erased since/)).toBeVisible();
      await page.keyboard.press('p');
      const panel = page.getByRole('dialog', { name: 'Evidence' });
      await expect(panel.locator('blockquote')).toHaveText('they hung up');
      await panel.getByRole('button', { name: 'Next run' }).click();
      await expect(panel.getByText('purged or erased', { exact: true })).toBeVisible();
      await expect(panel).not.toContainText('too slow');
      if (dialect === 'sqlite') await expectGoodViews(page, 'changeset-support');
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    });
  });
}

const it = testOn('sqlite');

it('is told where somebody decides while they amend, and loses nothing to it', async ({
  page,
  tenant,
  seeded,
}) => {
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, seeded.update);
  await page.keyboard.press('e');
  const wording = page.getByLabel('Wording');
  await wording.fill('Look up the captured amount and every earlier refund');
  await call(tenant, 'POST', `/v1/changesets/${seeded.update}/review`, { approve: false, comment: 'no' });
  await expect(page.getByText(/Someone decided it meanwhile: it is rejected and can/)).toBeVisible({
    timeout: 15_000,
  });
  await expect(wording).toHaveValue('Look up the captured amount and every earlier refund');
  await expect(page.getByRole('button', { name: 'Save the amendment' })).toBeDisabled();
});

it('leaves a comment that others find in the history', async ({ page, tenant, seeded }) => {
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, seeded.remove);
  await page.getByLabel('Comment for the history').fill('Ask the warehouse first');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.locator('blockquote').filter({ hasText: 'Ask the warehouse first' })).toBeVisible();
  await expect(page.getByLabel('Comment for the history')).toHaveValue('');
  await page.reload();
  await expect(page.getByText('Ask the warehouse first')).toBeVisible();
});

it('reads stored scripts and Markdown as text', async ({ page, tenant }) => {
  const id = await seedPayloads(tenant);
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, id);
  await expect(changes(page).getByText(PAYLOADS.script).first()).toBeVisible();
  await page.getByLabel('Comment for the history').fill(PAYLOADS.image);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.locator('blockquote').filter({ hasText: PAYLOADS.image })).toBeVisible();
  await page.getByRole('button', { name: 'View as JSON' }).click();
  await page.keyboard.press('v');
  await expect(page.getByText(/characters before/)).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog').locator('blockquote')).toContainText(PAYLOADS.script);
  expect(await page.evaluate(() => '__ran' in window)).toBe(false);
  await expect(page.locator('img, a[href^="javascript:"]')).toHaveCount(0);
});

it('is told what is not there, not theirs, or not loaded', async ({
  page,
  gateway,
  tenant: mine,
  errors,
}) => {
  const foreign = await seedErased(await freshTenant(page, gateway));
  await signIn(page, mine.url, mine.key);
  for (const id of ['cs_unknown', foreign]) {
    await page.goto(`${mine.url}/changesets/${id}`);
    await expect(page.getByText('Changeset not found')).toBeVisible();
  }
  await page.goto(`${mine.url}/skills`);
  await page.route('**/api/trpc/**', (route) => route.abort());
  await followTo(page, `/changesets/${foreign}`);
  await expect(page.getByText('Could not load the changeset')).toBeVisible({ timeout: 15_000 });
  errors.length = 0;
});
