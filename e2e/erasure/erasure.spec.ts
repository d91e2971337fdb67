import { readFileSync } from 'node:fs';
import { recordRun, rememberUser } from '../../lab/seeds/upkeep.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { DIALECTS, signIn, testOn } from '../support/tenants.ts';

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`erasure (${dialect})`, () => {
    it('counts, names what stays, asks for the id, and hands out a receipt', async ({
      page,
      context,
      gateway,
      tenant: target,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await rememberUser(target, 'u_9');
      await recordRun(target, 'u_10');
      await signIn(page, gateway.url, target.key);
      await page.goto(`${gateway.url}/settings/erasure`);
      if (looked) await expectGoodViews(page, 'erasure-empty');
      await page.getByLabel('User id', { exact: true }).fill('u_9');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The audit log, which also records the erasure')).toBeVisible();
      const erase = page.getByRole('button', { name: 'Erase 7 rows for u_9' });
      await expect(erase).toBeVisible();
      if (looked) await expectGoodViews(page, 'erasure-preview');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export 7 rows first' }).click();
      const exported = readFileSync(await (await saved).path(), 'utf8')
        .trim()
        .split('\n');
      expect(exported.map((line): string => JSON.parse(line).userId ?? 'u_9')).toEqual(Array(7).fill('u_9'));
      await expect(page.getByText('7 rows saved.')).toBeVisible();
      await expect(erase).not.toHaveClass(/bg-danger/);
      await erase.click();
      await expect(page.getByText('Does not match the user id above')).toBeVisible();
      await recordRun(target, 'u_9');
      await page.getByLabel('Type the user id to confirm').fill('u_9');
      await expect(erase).toHaveClass(/bg-danger/);
      await page.keyboard.press('Enter');

      await expect(page.getByText('8 rows erased for u_9')).toBeFocused();
      if (looked) await expectGoodViews(page, 'erasure-receipt');
      await page.getByRole('button', { name: 'Copy receipt' }).click();
      const receipt = await page.evaluate(() => navigator.clipboard.readText());
      expect(receipt).toContain('Episodes: 3');
      expect(receipt).toContain(`Tenant: ${target.tenant}`);
      expect(page.url()).not.toContain('u_9');
      await page.getByRole('link', { name: 'Open in the audit log' }).click();
      await expect(page.getByRole('row', { name: /Erased a user’s data/ })).toContainText('user:u_9');
    });
  });
}

const it = testOn('sqlite');

it('says where nothing is stored, and erases that too', async ({ page, gateway, tenant: target }) => {
  await signIn(page, gateway.url, target.key);
  await page.goto(`${gateway.url}/settings/erasure`);
  await page.getByRole('button', { name: 'Count stored data' }).click();
  await expect(page.getByText('Enter a user id')).toBeVisible();
  await page.getByLabel('User id', { exact: true }).fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing stored' })).toBeVisible();
  await page.getByLabel('Type the user id to confirm').fill('nobody');
  await page.getByRole('button', { name: 'Erase 0 rows for nobody' }).click();
  await expect(page.getByText('0 rows erased for nobody')).toBeVisible();
  await page.getByRole('button', { name: 'Erase another user' }).click();
  await expect(page.getByLabel('User id', { exact: true })).toHaveValue('');
});
