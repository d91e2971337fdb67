import { insertFailedJobs } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews } from './support/fixtures.ts';
import { DIALECTS, signIn, testOn } from './support/tenants.ts';

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`failed jobs (${dialect})`, () => {
    it('shows what failed and why, and retries one and then all of it, which is audited', async ({
      page,
      gateway,
      tenant: target,
    }) => {
      await insertFailedJobs(gateway.databaseUrl, target.tenant);
      await signIn(page, gateway.url, target.key);
      await page.goto(`${gateway.url}/settings/jobs`);
      const rows = page.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(4);
      await expect(rows.nth(1)).toContainText('answered 503 five times');
      await expect(rows.nth(1)).toContainText('all open runs of the agent');
      await expect(rows.nth(2)).toContainText('<b>not bold</b>');
      if (looked) await expectGoodViews(page, 'jobs-list');
      await page.getByRole('button', { name: 'Retry reflect of support' }).click();
      await expect(rows).toHaveCount(3);
      await page.getByRole('button', { name: 'Retry all' }).click();
      const dialog = page.getByRole('dialog', { name: 'Retry every failed job?' });
      if (looked) await expectGoodViews(page, 'jobs-retry-all');
      await dialog.getByRole('button', { name: 'Retry all' }).click();
      await expect(page.getByText('No job has failed')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry all' })).toHaveCount(0);
      if (looked) await expectGoodViews(page, 'jobs-empty');
      await page.goto(`${gateway.url}/settings/audit?action=job.retried`);
      await expect(rows).toHaveCount(4);
    });
  });
}
