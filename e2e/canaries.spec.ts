import { proposeTrial, queueBehind, readExperiments, runUntil, startTrial } from './support/canaries.ts';
import { test as base, expect, expectGoodViews, saveScreenshot } from './support/fixtures.ts';
import type { Target } from './support/seed-changesets.ts';
import { setFigures } from './support/upkeep.ts';
import { createKey, signIn, testOn, testWith } from './support/world.ts';

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

interface Seeded {
  running: string;
  ended: string;
  queued: string;
}

/**
 * A canary that runs, with evidence on both arms and one changeset behind it; and one that its candidate won.
 */
async function seed(target: Target): Promise<Seeded> {
  const running = await startTrial(target, ROLLOUT);
  const rates = { incumbent: 6, candidate: 7 };
  await runUntil(
    target,
    { query: ROLLOUT_TASK, skillId: running.skillId, rates },
    ({ incumbent = 0, candidate = 0 }) => Math.min(incumbent, candidate) >= 24,
  );
  const queued = await queueBehind(target, ROLLOUT, running);
  const ended = await startTrial(target, INVOICES);
  await runUntil(
    target,
    { query: INVOICE_TASK, skillId: ended.skillId, rates: { incumbent: 2, candidate: 10 } },
    ({ treated = 0 }) => treated >= 5,
  );
  const points = Array.from({ length: 30 }, (_, index) => {
    const share = (index + 1) / 31;
    const swing = Math.sin(index / 2) * 0.15 * (1 - share);
    const evidence = 24 * share;
    return {
      ...{ hoursAgo: 62 - index * 2, incumbentEvidence: evidence, candidateEvidence: evidence },
      incumbentReward: evidence * 0.6,
      candidateReward: evidence * (0.66 + swing),
    };
  });
  await setFigures(target, { courses: [{ experimentId: running.experimentId, points }] });
  return { running: running.experimentId, ended: ended.experimentId, queued };
}

interface World {
  target: Target;
  seeded: Seeded;
}

const it = base.extend<object, { world: World }>({
  world: [
    async ({ gateway: { url, databaseUrl } }, use) => {
      const target = { url, databaseUrl };
      await use({ target, seeded: await seed(target) });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
const calibrated = { SERVICE_CANARY_RULE: 'calibrated', SERVICE_HOLDOUT_RATE: '0' };
const onPostgres = testWith(calibrated, 'postgresql');

it('lists what runs with its probability, progress and days left, and what ended with the reason', async ({
  page,
  world: { target },
}) => {
  await page.goto(`${target.url}/canaries`);
  const row = page.getByRole('row').filter({ hasText: ROLLOUT.name });
  await expect(row).toContainText('1 rule changed');
  await expect(row.getByRole('img')).toHaveAccessibleName(/promotion from 0.95/);
  await expect(row).toContainText(/\d+ of at most 300/);
  await expect(row).toContainText(/in \d+d/);
  await expectGoodViews(page, 'canaries-running');
  await page.getByRole('link', { name: 'Ended' }).click();
  const won = page.getByRole('row').filter({ hasText: INVOICES.name });
  await expect(won).toContainText('promoted');
  await expect(won).toContainText('the candidate is better with probability');
  await expectGoodViews(page, 'canaries-ended');
  await won.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(INVOICES.name);
  await expect(page.getByText(/^Promoted: the candidate is the skill’s text now;/)).toBeVisible();
  await expectGoodViews(page, 'canary-promoted');
});

it('says the verdict first, then draws it, with a table behind every picture', async ({
  page,
  world: { target, seeded },
}) => {
  await page.goto(`${target.url}/canaries/${seeded.running}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ROLLOUT.name}: 1 rule changed`);
  await expect(
    page
      .getByRole('main')
      .getByText(/P\(candidate better\) is 0\.\d\d/)
      .first(),
  ).toBeVisible();
  for (const title of ['Success rates', 'Difference', 'Probability over time', 'Allocation']) {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(card.getByRole('figure')).toBeVisible();
  }
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await expect(page.getByText('Zero is still possible')).toBeVisible();
  await expectGoodViews(page, 'canary-running');
  await page.setViewportSize({ width: 1440, height: 2400 });
  await saveScreenshot(page, 'canary-running-whole', { fullPage: true });
  await page.getByRole('button', { name: 'By date' }).click();
  await expect(page).toHaveURL(/axis=time/);
  const course = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Probability over time' }) });
  await course.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Date', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Arm' }).selectOption('candidate');
  const runs = page.getByRole('table', { name: 'Runs that are evidence' });
  await expect(runs.getByRole('cell', { name: 'Incumbent' })).toHaveCount(0);
  await expect(runs.getByRole('cell', { name: 'Candidate' }).first()).toBeVisible();
});

it('says the same of a canary that is unknown and of one of another tenant', async ({ page, world }) => {
  await page.goto(`${world.target.url}/canaries/ex_unknown`);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such canary' })).toBeVisible();
});

onPostgres(
  'tells statistic, boundary and look of the calibrated rule, and ends by a rollback',
  async ({ page, gateway: target }) => {
    const seeded = await seed(target);
    await page.goto(`${target.url}/canaries/${seeded.running}`);
    await expect(page.getByRole('heading', { name: 'Calibrated rule' })).toBeVisible();
    await expect(page.getByText(/The statistic is .* the boundary of .* look is /)).toBeVisible({
      timeout: 45_000,
    });
    await expect(page.getByRole('heading', { name: 'Queued behind this canary' })).toBeVisible();
    await expectGoodViews(page, 'canary-calibrated');
    await page.getByRole('button', { name: 'Roll back skill (stops this canary)' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 queued changeset becomes failed');
    await expectGoodViews(page, 'canary-roll-back');
    await dialog.getByRole('button', { name: /^Roll back to v1/ }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Rejected: the incumbent stays;/)).toBeVisible();
    const statuses = async () =>
      Object.fromEntries((await readExperiments(target)).map(({ id, status }) => [id, status]));
    await expect.poll(statuses).toEqual({ [seeded.running]: 'rejected', [seeded.ended]: 'promoted' });
  },
);

testOn('sqlite')(
  'is empty before anything was tried, and closed to a key that may not review',
  async ({ page, tenant }) => {
    const { url } = tenant;
    for (const [scope, said] of [
      ['review', 'No canary is running'],
      ['learn', 'This page needs the review scope'],
    ] as const) {
      await page.goto('about:blank');
      await page.context().clearCookies();
      await signIn(page, url, await createKey(page, url, { ...tenant, scopes: [scope] }));
      await page.goto(`${url}/canaries`);
      await expect(page.getByText(said)).toBeVisible();
    }
  },
);

testOn('sqlite')('is left out where a reviewer asks for that and says so twice', async ({ page, tenant }) => {
  const { changesetId } = await proposeTrial(tenant, INVOICES);
  await signIn(page, tenant.url, tenant.key);
  await page.goto(`${tenant.url}/changesets/${changesetId}`);
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect(bar.getByRole('button', { name: /^Start canary vs v1/ })).toBeVisible();
  const more = bar.getByRole('button', { name: 'More decisions' });
  await more.focus();
  await page.keyboard.press('Enter');
  const skip = page.getByRole('menuitem', { name: /^Approve, skip canary/ });
  await expect(skip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(skip).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await skip.click();
  const dialog = page.getByRole('dialog', { name: 'Apply as v2 without a canary?' });
  await dialog.getByRole('button', { name: 'Apply as v2 now' }).click();
  await expect(bar).toContainText('Applied');
  expect(await readExperiments(tenant)).toEqual([]);
});
