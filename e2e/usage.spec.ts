import { insertUsage } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews } from './support/fixtures.ts';
import { DIALECTS, signIn, testOn } from './support/tenants.ts';

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`usage (${dialect})`, () => {
    it('draws each day by purpose, says what it means, and has the same figures as a table', async ({
      page,
      gateway,
      tenant: target,
    }) => {
      await insertUsage(gateway.databaseUrl, target.tenant);
      await signIn(page, gateway.url, target.key);
      await page.goto(`${gateway.url}/settings/usage`);
      await expect(page.getByText(/tokens in 30 days; \d+ % of them to reflect on runs/)).toBeVisible();
      await expect(page.getByText(/of 5,000,000 tokens used today/)).toBeVisible();
      await expect(page.getByText('0 jobs waiting')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Purposes' }).getByRole('listitem')).toHaveCount(7);
      await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
      if (looked) await expectGoodViews(page, 'usage-30-days');
      await page.getByText('Show as a table').click();
      await expect(page.getByRole('columnheader', { name: 'Evolve skills' })).toBeVisible();
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
      if (looked) await expectGoodViews(page, 'usage-table');
    });
  });
}
