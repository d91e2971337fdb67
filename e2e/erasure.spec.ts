/** Erase a user with a receipt, and what the operator does with whole tenants. */
import { readFileSync } from 'node:fs';
import { recordRun, rememberUser } from '../lab/seeds/upkeep.ts';
import {
  expect,
  expectAccessible,
  expectGoodViews,
  followTo,
  test as it,
  testWith,
} from './support/fixtures.ts';
import { CLOSED_SETTINGS } from './support/gateways.ts';
import { forgetSession, freshTenant, signInAsOperator } from './support/tenants.ts';

const readLines = (path: string) => readFileSync(path, 'utf8').trim().split('\n');

it('counts, names what stays, asks for the id, and hands out a receipt', async ({
  page,
  context,
  tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await rememberUser(tenant, 'u_9');
  await recordRun(tenant, 'u_10');
  await page.goto('/settings/erasure');
  await page.getByRole('button', { name: 'Count stored data' }).click();
  await expect(page.getByText('Enter a user id')).toBeVisible();
  const user = page.getByLabel('User id', { exact: true });
  await user.fill('u_9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The audit log, which also records the erasure')).toBeVisible();
  const erase = page.getByRole('button', { name: 'Erase 7 rows for u_9' });
  await expect(erase).toBeVisible();
  await expectGoodViews(page, 'erasure-preview');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 7 rows first' }).click();
  const exported = readLines(await (await saved).path());
  expect(exported.map((line): string => JSON.parse(line).userId ?? 'u_9')).toEqual(Array(7).fill('u_9'));
  await expect(page.getByText('7 rows saved.')).toBeVisible();
  await expect(erase).not.toHaveClass(/bg-danger/);
  await erase.click();
  await expect(page.getByText('Does not match the user id above')).toBeVisible();
  await recordRun(tenant, 'u_9');
  await page.getByLabel('Type the user id to confirm').fill('u_9');
  await expect(erase).toHaveClass(/bg-danger/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('8 rows erased for u_9')).toBeFocused();
  await page.getByRole('button', { name: 'Copy receipt' }).click();
  const receipt = await page.evaluate(() => navigator.clipboard.readText());
  expect(receipt).toContain('Episodes: 3');
  expect(receipt).toContain(`Tenant: ${tenant.tenant}`);
  expect(page.url()).not.toContain('u_9');
  await page.getByRole('link', { name: 'Open in the audit log' }).click();
  await expect(page.getByRole('row', { name: /Erased a user’s data/ })).toContainText('user:u_9');

  await followTo(page, '/settings/erasure');
  await user.fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing stored' })).toBeVisible();
  await page.getByLabel('Type the user id to confirm').fill('nobody');
  await page.getByRole('button', { name: 'Erase 0 rows for nobody' }).click();
  await expect(page.getByText('0 rows erased for nobody')).toBeVisible();
  await page.getByRole('button', { name: 'Erase another user' }).click();
  await expect(user).toHaveValue('');
});

// On the gateway of all tests are more tenants than a page has.
testWith(CLOSED_SETTINGS)(
  'lists tenants for the operator alone, sets a quota, exports one and deletes it',
  async ({ page, gateway, tenant: home }) => {
    const target = await freshTenant(page, gateway);
    await rememberUser(target, 'u_9');
    await recordRun(target, 'u_9');
    await recordRun(home, 'u_1');
    await page.goto('/settings/tenants');
    await expect(page.getByText('This page is for the operator of this gateway.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tenants' })).toHaveCount(0);
    await forgetSession(page);
    await signInAsOperator(page, gateway.url, home.tenant);
    await page.goto('/settings/tenants');
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
    await dialog.getByRole('button', { name: 'Save quota' }).click();
    await expect(row).toContainText('of 1,000');
    await expect(row).toContainText('full');
    await expectGoodViews(page, 'tenants-list');
    const data = { task: 'One too many' };
    const refused = await page.request.post('/v1/episodes', { headers: target.headers, data });
    expect(refused.status()).toBe(429);
    expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('episodes per day: the limit is 1'),
    });

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: `Export ${target.tenant}` }).click();
    const types = readLines(await (await saved).path()).map((line): string => JSON.parse(line).type);
    expect([types[0], types.at(-1)]).toEqual(['export', 'end']);
    expect(types).toContain('memory');

    await page.getByRole('button', { name: `Delete ${target.tenant}` }).click();
    await expect(dialog).toContainText('API keys and sign-ins stop working at once');
    await dialog.getByRole('button', { name: 'Delete tenant' }).click();
    await expect(dialog.getByText('Does not match the tenant’s name')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Type the tenant’s name to confirm').fill(target.tenant);
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => {
        const reply = await page.request.get('/v1/status', { headers: target.headers });
        return reply.status();
      })
      .toBe(401);
    await expect(row).toContainText('being deleted');
  },
);
