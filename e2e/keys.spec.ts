import { addKey } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews, followTo } from './support/fixtures.ts';
import { DIALECTS, signIn, testOn } from './support/tenants.ts';

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`API keys (${dialect})`, () => {
    it('revokes a key, and asks for the name of one that is in use', async ({
      page,
      gateway,
      tenant: target,
    }) => {
      const idle = await addKey(target, 'idle agent', ['learn']);
      await signIn(page, gateway.url, target.key);
      await page.goto(`${gateway.url}/settings/keys`);
      const row = page.getByRole('row', { name: /idle agent/ });
      await expect(row).toContainText('never');
      if (looked) await expectGoodViews(page, 'keys-list');
      await row.getByRole('button', { name: 'Revoke idle agent' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke “idle agent”' });
      await expect(dialog).toContainText('up to 30 s');
      await dialog.getByRole('button', { name: 'Revoke key' }).click();
      await expect(dialog).toBeHidden();
      await expect(row).toBeHidden();
      const refused = await page.request.get(`${gateway.url}/v1/skills`, {
        headers: { authorization: `Bearer ${idle.key}` },
      });
      expect(refused.status()).toBe(401);
      await page.getByLabel('Show revoked keys').click();
      await expect(page).toHaveURL(/revoked=show/);
      await expect(row).toContainText('revoked');
    });
  });
}

const it = testOn('sqlite');

it('shows a new key once, keeps it out of every other place, and does not let it slip', async ({
  page,
  context,
  gateway,
  tenant: target,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/keys`);
  await expect(page.getByText('yours')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(form).toContainText('admin does not include review');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form).toContainText('A key needs a name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('billing agent');
  await form.getByLabel(/^admin/).check();
  await expectGoodViews(page, 'keys-create');
  await form.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Key “billing agent” created' });
  await expect(shown.getByLabel('API key')).toBeFocused();
  const key = await shown.getByLabel('API key').inputValue();
  expect(key).toMatch(/^service_/);
  await page.keyboard.press('Escape');
  await expect(shown).toContainText('Copy the key or confirm that you stored it');
  await expectGoodViews(page, 'keys-shown-once');
  await shown.getByRole('button', { name: 'Copy as .env line' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`WHETSTONE_API_KEY=${key}`);
  await shown.getByRole('button', { name: 'Copy curl test' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`Bearer ${key}`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole('row', { name: /billing agent/ })).toContainText('learnadmin');
  expect(await page.content()).not.toContain(key);
  expect(page.url()).not.toContain('service_');
  const [url = '', method = ''] = [/'(http[^']+)'/.exec(command)?.[1], 'get'];
  const tried = await page.request.fetch(url, { method, headers: { authorization: `Bearer ${key}` } });
  expect(tried.status()).toBe(200);
});

it('ends a key after its last day, and finds keys', async ({ page, gateway, tenant: target }) => {
  await addKey(target, 'zebra agent', ['learn']);
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('autumn agent');
  await form.getByLabel('Last day').fill('2020-01-01');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form).toContainText('The date is in the past');
  await form.getByLabel('Last day').fill('2099-12-30');
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: /autumn agent/ });
  await shown.getByLabel('I stored the key').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('autumn agent');
  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('ZEBRA');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('zebra agent');
  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('nobody');
  await expect(page.getByText('No keys match')).toBeVisible();
});

it('asks before the page is left while a key was not kept', async ({ page, gateway, tenant: target }) => {
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('short-lived');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: /short-lived/ });
  await expect(shown).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const left = page.goto(`${gateway.url}/review`).catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
  await expect(shown).toBeVisible();
  await shown.getByLabel('I stored the key').check();
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
});

it('takes the typed name before it revokes a key of the last day', async ({
  page,
  gateway,
  tenant: target,
}) => {
  await addKey(target, 'busy agent', ['learn']);
  await signIn(page, gateway.url, target.key);
  // When a key was used is written once a minute: the list is told what it will say then.
  await page.route('**/api/trpc/**keys.list**', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replaceAll('"lastUsedAt":null', `"lastUsedAt":"${new Date().toISOString()}"`),
    });
  });
  await page.goto(`${gateway.url}/settings/audit`);
  await followTo(page, '/settings/keys');
  await page.getByRole('button', { name: 'Revoke busy agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke “busy agent”' });
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(dialog).toContainText('Does not match the key’s name');
  await expectGoodViews(page, 'keys-revoke');
  await dialog.getByLabel('Type busy agent to confirm').fill('busy agent');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Key “busy agent” revoked', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

testOn('sqlite')('says where keys cannot be read, and tries again', async ({ page, tenant, errors }) => {
  await signIn(page, tenant.url, tenant.key);
  await page.goto(`${tenant.url}/settings/audit`);
  await page.route('**/api/trpc/**keys.list**', (route) => route.abort());
  await followTo(page, '/settings/keys');
  await expect(page.getByText('Could not load the keys')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/api/trpc/**keys.list**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'API keys of this tenant' })).toBeVisible();
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  errors.length = 0;
});
