/** Tenants for the operator: counts, a quota that is set and holds, an export, and a deletion. */
import { readFileSync } from 'node:fs';
import { recordRun, rememberUser } from '../../lab/seeds/upkeep.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { forgetSession, freshTenant, signIn, signInAsOperator, testOn } from '../support/tenants.ts';

const it = testOn('sqlite');

it('lists tenants, sets a quota, exports one and deletes it', async ({ page, gateway, tenant: home }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { url } = gateway;
  const target = await freshTenant(page, gateway);
  await rememberUser(target, 'u_9');
  await recordRun(target, 'u_9');
  await recordRun(home, 'u_1');

  await signIn(page, url, home.key);
  await page.goto(`${url}/settings/tenants`);
  await expect(page.getByText('This page is for the operator of this gateway.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tenants' })).toHaveCount(0);
  await expectGoodViews(page, 'tenants-not-operator', { inDark: false });
  await forgetSession(page);

  await signInAsOperator(page, url, home.tenant);
  await page.goto(`${url}/settings/tenants`);
  const row = page.getByRole('row', { name: new RegExp(`^${target.tenant}\\b`) });
  await expect(row).toBeVisible();
  const own = page.getByRole('row', { name: new RegExp(`^${home.tenant}\\b`) });
  await expect(own).toContainText('yours');
  await expect(own.getByRole('button', { name: `Delete ${home.tenant}` })).toBeDisabled();

  await page.getByRole('button', { name: `Set the quota of ${target.tenant}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Skills', { exact: true }).fill('some');
  await dialog.getByRole('button', { name: 'Save quota' }).click();
  await expect(dialog.getByText('Enter a whole number, or nothing')).toBeVisible();
  await dialog.getByLabel('Skills', { exact: true }).fill('1,000');
  await dialog.getByLabel('Episodes per day').fill('1');
  await expectGoodViews(page, 'tenants-quota');
  await dialog.getByRole('button', { name: 'Save quota' }).click();
  await expect(row).toContainText('of 1,000');
  await expect(row).toContainText('full');
  await expectGoodViews(page, 'tenants-list');
  const refused = await page.request.post(`${url}/v1/episodes`, {
    headers: target.headers,
    data: { task: 'One too many' },
  });
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    detail: expect.stringContaining('episodes per day: the limit is 1'),
  });

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: `Export ${target.tenant}` }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  const types = lines.map((line): string => JSON.parse(line).type);
  expect([types[0], types.at(-1)]).toEqual(['export', 'end']);
  expect(types).toContain('memory');

  await page.getByRole('button', { name: `Delete ${target.tenant}` }).click();
  await expect(dialog).toContainText('1 API key and all sign-ins stop working at once');
  await dialog.getByRole('button', { name: 'Delete tenant' }).click();
  await expect(dialog.getByText('Does not match the tenant’s name')).toBeVisible();
  await expectGoodViews(page, 'tenants-delete');
  await dialog.getByLabel('Type the tenant’s name to confirm').fill(target.tenant);
  await page.keyboard.press('Enter');
  await expect(row).toContainText('being deleted');
  await expectGoodViews(page, 'tenants-deleting');
  const gone = await page.request.get(`${url}/v1/status`, { headers: target.headers });
  expect(gone.status()).toBe(401);
});

it('says what failed, and tries again', async ({ page, gateway, tenant, errors }) => {
  await signInAsOperator(page, gateway.url, tenant.tenant);
  await page.goto(`${gateway.url}/no/such/page`);
  const data = { kind: 'internal', detail: 'internal error', requestId: 'req_1', problems: null };
  await page.route('**/api/trpc/**', async (route) => {
    const calls = new URL(route.request().url()).pathname.split(',');
    await route.fulfill({ json: calls.map(() => ({ error: { message: 'x', code: -32603, data } })) });
  });
  await page.getByRole('link', { name: 'Tenants' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load the tenants' });
  await expect(alert).toBeVisible();
  await expectGoodViews(page, 'tenants-failed');
  await page.unroute('**/api/trpc/**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${tenant.tenant}\\b`) })).toBeVisible();
  errors.length = 0;
});
