import { readFileSync } from 'node:fs';
import { besideGateway } from '../lab/gateway/beside-gateway.ts';
import { addKey } from '../lab/seeds/upkeep.ts';
import { fillForSearch, OLDEST_HAS } from '../server/testing/database/long-search.ts';
import { expect, expectGoodViews } from './support/fixtures.ts';
import { DIALECTS, freshTenant, signIn, testOn } from './support/tenants.ts';

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`the audit log (${dialect})`, () => {
    it('says how far back a search looked, and goes on from there', async ({ page, gateway }) => {
      const target = await freshTenant(page, gateway);
      await besideGateway(gateway.databaseUrl, async ({ db }) => {
        await db.write(async (tx) => void (await fillForSearch(tx, dialect, target.tenant, 'audit_entry')));
        await db.write(async (tx) => void (await fillForSearch(tx, dialect, target.tenant, 'episode')));
      });
      await signIn(page, gateway.url, target.key);
      const rows = page.getByRole('table').getByRole('row');
      for (const [path, what] of [
        ['/settings/audit?action=all&', 'entries'],
        ['/episodes?', 'episodes'],
      ] as const) {
        await page.goto(`${gateway.url}${path}text=${OLDEST_HAS.replaceAll(' ', '+')}`);
        await expect(page.getByText(new RegExp(`^No ${what} match since`))).toBeVisible();
        await expect(page.getByText(`Older ${what} have not been searched yet.`)).toBeVisible();
        if (looked) await expectGoodViews(page, `${what}-search-further`);
        const further = page.getByRole('button', { name: `Search older ${what}` });
        await expect(async () => {
          if (await further.isVisible()) await further.click();
          await expect(rows).toHaveCount(2, { timeout: 500 });
        }).toPass();
        await expect(further).toBeHidden();
      }
    });

    it('filters by its address, exports that slice, and announces what is new without moving a row', async ({
      page,
      gateway,
      tenant: target,
    }) => {
      const { headers = {} } = target;
      const first = await addKey(target, 'first', ['learn']);
      await addKey(target, '<img src=x onerror="window.__pwned=true">', ['learn', 'review', 'admin']);
      await page.request.delete(`${gateway.url}/v1/admin/api-keys/${first.id}`, { headers });
      await page.request.post(`${gateway.url}/v1/memories`, {
        headers,
        data: { content: 'The depot opens at six', kind: 'fact', scope: { agent_id: 'support' } },
      });
      await signIn(page, gateway.url, target.key);
      await page.goto(`${gateway.url}/settings/audit`);
      const rows = page.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(6);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      if (looked) await expectGoodViews(page, 'audit-list');
      expect(await page.evaluate(() => '__pwned' in window)).toBe(false);

      await page.setViewportSize({ width: 1440, height: 900 });
      await addKey(target, 'later', ['learn']);
      const news = page.getByRole('button', { name: 'Show 1 new' });
      await expect(news).toBeVisible({ timeout: 15_000 });
      await expect(rows).toHaveCount(6);
      if (looked) await expectGoodViews(page, 'audit-new');
      await news.click();
      await expect(rows).toHaveCount(7);
      await expect(news).toBeHidden();

      await page.setViewportSize({ width: 390, height: 844 });
      await expect(rows.nth(1)).toBeInViewport();
      await expect(page.getByLabel('From')).toBeHidden();
      await page.getByRole('button', { name: 'More filters' }).click();
      await expect(page.getByLabel('From')).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
      const created = rows.filter({ hasText: 'Created an API key' }).first();
      await created.getByText('scopes learn').click();
      await expect(created.getByRole('definition').last()).toHaveText('learn');
      await created.getByText('Stored entry').click();
      await expect(created.locator('pre')).toContainText('"scopes": [');

      await page.getByLabel('Text').fill('DEPOT opens');
      await expect(rows).toHaveCount(2);
      await expect(rows.last().getByRole('link', { name: 'The depot opens at six' })).toBeVisible();
      await page.getByLabel('Text').fill('');
      await page.getByLabel('From').fill('2099-01-01T08:30');
      await expect(page.getByText('No entries match')).toBeVisible();
      await page.getByLabel('From').fill('');
      await page.getByLabel('Action').selectOption('administration');
      await expect(page).toHaveURL(/action=administration/);
      await page.getByLabel('Text').fill('later');
      await expect(rows).toHaveCount(2);
      await page.reload();
      await expect(rows).toHaveCount(2);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      const csv = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(csv).toHaveLength(2);
      expect(csv[1]).toContain('later');
      const lines = page.waitForEvent('download');
      await page.getByRole('link', { name: 'NDJSON' }).click();
      const ndjson = readFileSync(await (await lines).path(), 'utf8')
        .trim()
        .split('\n');
      expect(ndjson.map((line) => JSON.parse(line).action)).toEqual(['apikey.created']);

      await page.getByRole('button', { name: 'Destructive actions' }).click();
      await expect(rows).toHaveCount(2);
      await expect(rows.last()).toContainText('Revoked an API key');
      await expect(rows.last()).toContainText('first');
      await page.goBack();
      await expect(page.getByLabel('Text')).toHaveValue('later');
      await page.getByLabel('Text').fill('no such thing');
      await expect(page.getByText('No entries match')).toBeVisible();
      if (looked) await expectGoodViews(page, 'audit-none');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(rows).toHaveCount(7);
    });
  });
}

const it = testOn('sqlite');

it('reads further pages as one goes down', async ({ page, gateway, tenant: target }) => {
  for (let number = 0; number < 60; number += 1) {
    await addKey(target, `agent ${number}`, ['learn']);
  }
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/audit?action=apikey.created`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(51);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(62);
});

it('shows governance first, and feedback when it is asked for', async ({ page, gateway, tenant: target }) => {
  const { headers = {} } = target;
  const post = async (path: string, data: object) =>
    await (await page.request.post(`${gateway.url}${path}`, { headers, data })).json();
  const { episode_id } = await post('/v1/episodes', { task: 'Print the label', outcome: 'success' });
  await post('/v1/feedback', { episode_id, score: 0.123456, comment: 'good' });
  await addKey(target, 'night shift', ['learn']);
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/audit`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Created an API key' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'feedback' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Gave feedback on a run');
  await expect(rows.last()).toContainText('score 0.12');
  await page.getByLabel('Action').selectOption('all');
  await expect(rows.filter({ hasText: 'Created an API key' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Gave feedback on a run' })).toHaveCount(1);
});
