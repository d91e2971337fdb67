/** Keys and sign-in: an API key, the operator's key, what an account lacks, and keys from their creation to their end. */
import { addKey } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews, followTo, ignoreErrors, test as it } from './support/fixtures.ts';
import { OPERATOR_KEY } from './support/gateways.ts';
import { createKey, forgetSession } from './support/tenants.ts';

it('leads anyone who is not signed in to the form, and refuses a wrong key in words', async ({
  page,
  tenant,
  errors,
}) => {
  await forgetSession(page);
  await page.goto('/skills');
  await expect(page).toHaveURL(`${tenant.url}/sign-in?next=%2Fskills`);
  await page.getByLabel('API key').fill('wsk_wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This key is not valid' })).toBeVisible();
  await expectGoodViews(page, 'sign-in-refused');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('You decide what they keep.')).toBeVisible();
  await page.goto('/sign-in?error=no_tenant_claim');
  await expect(page.getByRole('alert').filter({ hasText: 'Your account names no tenant' })).toBeVisible();
  await page.goto('/sign-in?error=no_scopes');
  await expect(page.getByRole('alert').filter({ hasText: 'without any scope' })).toBeVisible();
  // The browser logs the refusal itself.
  ignoreErrors(errors, '401');
});

it('signs in with a key of few scopes and as the operator, and goes on to no other site', async ({
  page,
  tenant,
  errors,
}) => {
  const key = await createKey(page, tenant.url, { ...tenant, scopes: ['review'] });
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/sign-in']) {
    await forgetSession(page);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${tenant.url}/review**`);
    await expect(page.getByRole('banner')).toContainText(`Tenant ${tenant.tenant}`);
  }
  await followTo(page, '/settings/keys');
  await expect(page.getByRole('main')).toContainText('This page needs the admin scope');

  await forgetSession(page);
  await page.goto('/sign-in');
  await page.getByLabel('This is the operator’s key').check();
  await page.getByLabel('Operator’s key', { exact: true }).fill(OPERATOR_KEY);
  await page.getByLabel('Tenant', { exact: true }).fill('globex');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('Tenant globex');
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${tenant.url}/sign-in`);
  await page.goto('/review');
  await expect(page).toHaveURL(`${tenant.url}/sign-in`);
  // What the page asked when its session had ended.
  ignoreErrors(errors, '401');
});

it('shows a new key once, keeps it out of every other place, and does not let it slip', async ({
  page,
  context,
  tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings/keys');
  await expect(page.getByText('yours')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create key' });
  await create.click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(form).toContainText('admin does not include review');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form).toContainText('A key needs a name');
  await page.keyboard.press('Escape');
  await create.click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('billing agent');
  await form.getByLabel(/^admin/).check();
  await form.getByLabel('Last day').fill('2020-01-01');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form).toContainText('The date is in the past');
  await form.getByLabel('Last day').fill('2099-12-30');
  await expectGoodViews(page, 'keys-create');
  await form.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Key “billing agent” created' });
  await expect(shown.getByLabel('API key')).toBeFocused();
  const key = await shown.getByLabel('API key').inputValue();
  expect(key).toMatch(/^service_/);
  await page.keyboard.press('Escape');
  await expect(shown).toContainText('Copy the key or confirm that you stored it');
  // The page is not left either.
  const asked = page.waitForEvent('dialog');
  const left = page.goto('/review').catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
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
  const [url = ''] = [/'(http[^']+)'/.exec(command)?.[1]];
  expect(url).toContain(tenant.url);
  const tried = await page.request.fetch(url, { method: 'get', headers: { authorization: `Bearer ${key}` } });
  expect(tried.status()).toBe(200);
});

it('finds and sorts keys, and revokes one, by its typed name where it is in use', async ({
  page,
  tenant,
}) => {
  const idle = await addKey(tenant, 'idle agent', ['learn']);
  await addKey(tenant, 'busy agent', ['learn']);
  await page.goto('/settings/keys');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expectGoodViews(page, 'keys-list');
  const search = page.getByRole('searchbox', { name: 'Search by name or id' });
  await search.fill('BUSY');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('busy agent');
  await search.fill('nobody');
  await expect(page.getByText('No keys match')).toBeVisible();
  await search.fill('');
  const row = page.getByRole('row', { name: /idle agent/ });
  await expect(row).toContainText('never');
  await row.getByRole('button', { name: 'Edit agents of idle agent' }).click();
  const agents = page.getByRole('dialog', { name: 'Agents of “idle agent”' });
  await agents.getByLabel('Agents').fill('billing, no agent!');
  await agents.getByRole('button', { name: 'Save' }).click();
  await expect(agents).toContainText('“agent!” is not a valid agent id');
  await agents.getByLabel('Agents').fill('billing, support');
  await agents.getByRole('button', { name: 'Save' }).click();
  await expect(agents).toBeHidden();
  await expect(row).toContainText('billing, support');
  await row.getByRole('button', { name: 'Revoke idle agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke “idle agent”' });
  await expect(dialog).toContainText('up to 30 s');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  const headers = { authorization: `Bearer ${idle.key}` };
  expect((await page.request.get('/v1/skills', { headers })).status()).toBe(401);
  await page.getByLabel('Show revoked keys').click();
  await expect(page).toHaveURL(/revoked=show/);
  await expect(row).toContainText('revoked');

  // When a key was used is written once a minute: the list is told what it will say then.
  await page.route('**/api/trpc/**keys.list**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      '"lastUsedAt":null',
      `"lastUsedAt":"${new Date().toISOString()}"`,
    );
    await route.fulfill({ response, body });
  });
  await page.goto('/settings/audit');
  await followTo(page, '/settings/keys');
  await page.getByRole('button', { name: 'Revoke busy agent' }).click();
  const busy = page.getByRole('dialog', { name: 'Revoke “busy agent”' });
  await busy.getByRole('button', { name: 'Revoke key' }).click();
  await expect(busy).toContainText('Does not match the key’s name');
  await busy.getByLabel('Type busy agent to confirm').fill('busy agent');
  await page.keyboard.press('Enter');
  await expect(busy).toBeHidden();
  await expect(page.getByText('Key “busy agent” revoked', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
