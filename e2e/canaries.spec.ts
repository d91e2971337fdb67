/** A canary from its start to its promotion or end. */
import { proposeTrial, queueBehind, readExperiments, runUntil, startTrial } from '../lab/seeds/canaries.ts';
import { call, type Target } from '../lab/seeds/changesets.ts';
import { expect, expectFitsPhone, expectGoodViews, followTo, test as it } from './support/fixtures.ts';
import { section } from './support/tenants.ts';

const ROLLOUT = {
  name: 'kubernetes-rollout',
  description: 'Roll out a new container image to a Kubernetes cluster',
  rules: ['Run kubectl rollout status and wait for it', 'Keep the previous replica set'],
};
const ROLLOUT_TASK = 'Roll out the new container image to our Kubernetes cluster';
const INVOICES = {
  name: 'invoice-copies',
  description: 'Send a customer a copy of an invoice',
  rules: ['Look up the invoice number in the ledger', 'Send the copy as PDF'],
};
const INVOICE_TASK = 'Send the customer a copy of the invoice of March';

/**
 * A canary that runs, with evidence on both arms and one changeset behind it; and one that its candidate won.
 */
async function seed(target: Target): Promise<{ running: string }> {
  const running = await startTrial(target, ROLLOUT);
  const rates = { incumbent: 6, candidate: 7 };
  await runUntil(
    target,
    { query: ROLLOUT_TASK, skillId: running.skillId, rates },
    ({ incumbent = 0, candidate = 0 }) => Math.min(incumbent, candidate) >= 24,
  );
  await queueBehind(target, ROLLOUT, running);
  const ended = await startTrial(target, INVOICES);
  await runUntil(
    target,
    { query: INVOICE_TASK, skillId: ended.skillId, rates: { incumbent: 2, candidate: 10 } },
    ({ treated = 0 }) => treated >= 5,
  );
  return { running: running.experimentId };
}

it('lists canaries by their sentence with results so far, and what ended with its outcome', async ({
  page,
  tenant: target,
}) => {
  const seeded = await seed(target);
  await page.goto('/canaries');
  const item = page.getByRole('listitem').filter({ hasText: ROLLOUT.name });
  await expect(item.getByRole('link')).toContainText('and check it twice');
  await expect(item).toContainText(
    /Average reward of the candidate: \d\.\d\d over [\d.]+ runs\. Current version: \d\.\d\d over [\d.]+\./,
  );
  await expectGoodViews(page, 'canaries-running');
  await page.getByRole('link', { name: 'Ended' }).click();
  const won = page.getByRole('listitem').filter({ hasText: INVOICES.name });
  await expect(won).toContainText('promoted');
  await won.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('and check it twice');
  const main = page.getByRole('main');
  const verdict = main.getByText(/^Candidate: \d+ of \d+ runs succeeded\. Current version: \d+ of \d+\.$/);
  await expect(verdict).toBeVisible();
  await expect(main.getByText('It did better, with the required 95 % certainty.')).toBeVisible();
  await expect(main.getByText('It was applied as v2.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Stop canary' })).toHaveCount(0);
  await expectFitsPhone(page);

  await followTo(page, `/canaries/${seeded.running}`);
  const tried = main.getByRole('region', { name: 'Candidate' });
  await expect(tried.locator('ins')).toContainText('and check it twice');
  await expect(verdict).toBeVisible();
  const [change, result] = [await tried.boundingBox(), await verdict.boundingBox()];
  expect(change?.y).toBeLessThan(result?.y ?? 0);
  await expect(main.getByText(/P\(candidate|replay/i)).toHaveCount(0);
  await expect(main.getByRole('heading', { name: 'Difference' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Show the statistics' }).press('Enter');
  await expect(section(page, 'Difference').getByRole('figure').first()).toBeVisible();
  await expect(page.getByText(/^No clear difference: about/)).toBeVisible();
  await expectGoodViews(page, 'canary-statistics');
  await page.getByRole('combobox', { name: 'Which runs' }).selectOption('candidate');
  const runs = page.getByRole('list', { name: 'Runs counted as evidence' });
  await expect(runs.getByText('current version', { exact: true })).toHaveCount(0);
  await expect(runs.getByText('candidate', { exact: true }).first()).toBeVisible();
});

it('tells statistic, boundary and look of the calibrated rule', async ({ page, tenant }) => {
  // Its boundary is computed in a fifth of the usual time where it ends early.
  await call(tenant, 'PUT', '/v1/admin/policy', {
    settings: { canary_rule: 'calibrated', canary_max_samples: 60 },
  });
  const trial = await startTrial(tenant, ROLLOUT);
  await queueBehind(tenant, ROLLOUT, trial);
  await page.goto(`/canaries/${trial.experimentId}`);
  await page.getByRole('button', { name: 'Show the statistics' }).click();
  await expect(page.getByRole('heading', { name: 'Calibrated rule' })).toBeVisible();
  await expect(page.getByText(/The statistic is .* the boundary of .* look is /)).toBeVisible({
    timeout: 45_000,
  });
  await expect(page.getByRole('heading', { name: 'Queued behind this canary' })).toBeVisible();
});

it('is stopped in one step, confirmed once: the candidate is rejected', async ({ page, tenant }) => {
  const trial = await startTrial(tenant, ROLLOUT);
  await queueBehind(tenant, ROLLOUT, trial);
  await page.goto(`/canaries/${trial.experimentId}`);
  await expect(page.getByRole('heading', { name: 'Queued behind this canary' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop canary' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Stop this canary?' });
  await expect(dialog).toContainText('1 change queued behind it fails.');
  await expect(dialog).toContainText('can be re-proposed if they still fit');
  await dialog.getByRole('button', { name: 'Stop the canary' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^A person stopped it before it was decided\./)).toBeVisible();
  const stale = page.getByRole('list', { name: 'Stale because this canary ended' });
  await expect(stale.getByRole('listitem')).toHaveCount(1);
  await expect(stale).not.toContainText('key:');
  await expectGoodViews(page, 'canary-rejected');
  await page.getByRole('button', { name: 'Show the statistics' }).click();
  await expect(page.locator('main')).not.toContainText(/incumbent/i);
  await expect(page).toHaveTitle(/\w.* · Whetstone$/);
  await stale.getByRole('link').click();
  const decision = page.getByRole('region', { name: 'Decision' });
  await decision.getByRole('button', { name: 'Re-propose on v2' }).click();
  await expect(decision.getByRole('button', { name: /Apply as v3|Start canary vs v2/ })).toBeVisible();
  const [ended] = await readExperiments(tenant);
  expect(ended?.status).toBe('rejected');
});

it('is left out where a reviewer asks for that and confirms it', async ({ page, tenant }) => {
  const { changesetId } = await proposeTrial(tenant, INVOICES);
  await page.goto(`/changesets/${changesetId}`);
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect(bar.getByRole('button', { name: /^Start canary vs v1/ })).toBeVisible();
  await bar.getByRole('button', { name: 'Skip canary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply as v2 without a canary?' });
  await dialog.getByRole('button', { name: 'Apply as v2 now' }).click();
  await expect(bar).toContainText('Applied');
  expect(await readExperiments(tenant)).toEqual([]);
});
